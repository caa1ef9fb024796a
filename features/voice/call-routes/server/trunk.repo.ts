import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Trunk, TrunkFields, TrunkPrice } from '../contract.ts';

export type TrunkRow = Omit<Trunk, 'isRehearsal' | 'isKnown'>;

const select = sql`
  select t.id, t.name, t.carrier, t.enabled, t.max_calls "maxCalls", t.calls_per_sec "callsPerSec", t.emergency, t.emergency_address "emergencyAddress", t.version,
    (select count(*) from call_attempt a where a.trunk_id = t.id and a.ended_at is null) calls,
    (select count(*) from trunk_price p where p.trunk_id = t.id) prices,
    coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
      from router_trunk rt join router r on r.id = rt.router_id where rt.trunk_id = t.id), '[]') routes
  from trunk t`;

/** The trunks of one tenant, and what calls over them cost. */
export function trunkRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    all: async () => (await sql<TrunkRow>`${select} order by t.name, t.id`.execute(rows)).rows,
    async find(id: number): Promise<TrunkRow | null> {
      return (await sql<TrunkRow>`${select} where t.id = ${id}`.execute(rows)).rows[0] ?? null;
    },
    count: async () => (await sql<{ n: number }>`select count(*) n from trunk`.execute(rows)).rows[0]!.n,
    async add(fields: TrunkFields): Promise<number> {
      const { name, carrier, enabled, maxCalls, callsPerSec, emergency, emergencyAddress } = fields;
      const found = await sql<{ id: number }>`
        insert into trunk (name, carrier, enabled, max_calls, calls_per_sec, emergency, emergency_address)
        values (${name}, ${carrier}, ${enabled}, ${maxCalls}, ${callsPerSec}, ${emergency}, ${emergencyAddress}) returning id`.execute(
        rows,
      );
      return found.rows[0]!.id;
    },
    /** False where somebody changed it meanwhile. */
    async update(id: number, version: number, fields: TrunkFields): Promise<boolean> {
      const { name, carrier, enabled, maxCalls, callsPerSec, emergency, emergencyAddress } = fields;
      const { numAffectedRows } = await sql`
        update trunk set name = ${name}, carrier = ${carrier}, enabled = ${enabled}, max_calls = ${maxCalls}, calls_per_sec = ${callsPerSec},
          emergency = ${emergency}, emergency_address = ${emergencyAddress}, version = version + 1
        where id = ${id} and version = ${version}`.execute(rows);
      return numAffectedRows === 1n;
    },
    remove: async (id: number) => void (await sql`delete from trunk where id = ${id}`.execute(rows)),

    async prices(
      { trunkId, prefix }: { trunkId: number; prefix: string },
      { page, size }: { page: number; size: number },
    ): Promise<{ list: TrunkPrice[]; total: number }> {
      const where = sql`p.trunk_id = ${trunkId} and starts_with(p.prefix, ${prefix})`;
      const list = await sql<TrunkPrice>`
        select p.prefix, p.per_minute::float8 "perMinute" from trunk_price p where ${where} order by p.prefix collate "C" limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const total = await sql<{ n: number }>`select count(*) n from trunk_price p where ${where}`.execute(rows);
      return { list: list.rows, total: total.rows[0]!.n };
    },
    async clearPrices(trunkId: number): Promise<number> {
      const { numAffectedRows } = await sql`delete from trunk_price where trunk_id = ${trunkId}`.execute(rows);
      return Number(numAffectedRows ?? 0);
    },
    async setPrices(trunkId: number, prices: readonly TrunkPrice[]): Promise<void> {
      await sql`
        insert into trunk_price (trunk_id, prefix, per_minute)
        select ${trunkId}::bigint, p.prefix, p.price from unnest(${prices.map(({ prefix }) => prefix)}::text[], ${prices.map(({ perMinute }) => perMinute)}::numeric[]) p (prefix, price)
        on conflict (tenant_id, trunk_id, prefix) do update set per_minute = excluded.per_minute`.execute(rows);
    },
  };
}
