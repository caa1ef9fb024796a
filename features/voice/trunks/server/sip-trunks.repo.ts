import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import type { SipTrunkState, SipTrunkTest } from '../contract.ts';
import type { OpenSettings } from './trunk-secrets.ts';

export interface SipTrunkRow {
  id: number;
  name: string;
  enabled: boolean;
  settings: OpenSettings;
  sealed: string;
  version: number;
  state: SipTrunkState | null;
  test: SipTrunkTest | null;
  /** Since when it brings the calls it brings. */
  claimsSinceMs: number;
}

type Written = Pick<SipTrunkRow, 'name' | 'enabled' | 'settings' | 'sealed'>;

const select = sql`select id, name, enabled, settings, sealed, version, state, test, ${msOfColumn('claims_since')} "claimsSinceMs" from sip_trunk`;

/** What of the settings says whose calls it brings. */
const bringing = sql`array[settings -> 'gateways', settings -> 'signallingFrom', settings -> 'hosts', settings -> 'dialledNumber']`;

/** The SIP trunks of one tenant. */
export function sipTrunksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    all: async () => (await sql<SipTrunkRow>`${select} order by name, id`.execute(rows)).rows,
    async find(id: number): Promise<SipTrunkRow | null> {
      return (await sql<SipTrunkRow>`${select} where id = ${id}`.execute(rows)).rows[0] ?? null;
    },
    count: async () => (await sql<{ n: number }>`select count(*) n from sip_trunk`.execute(rows)).rows[0]!.n,
    async add({ name, enabled, settings, sealed }: Written): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into sip_trunk (name, enabled, settings, sealed) values (${name}, ${enabled}, ${JSON.stringify(settings)}::jsonb, ${sealed}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    /** False where somebody changed it meanwhile. How it was says nothing of how it is. */
    async update(id: number, version: number, { name, enabled, settings, sealed }: Written): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update sip_trunk set name = ${name}, enabled = ${enabled}, settings = ${JSON.stringify(settings)}::jsonb, sealed = ${sealed},
          state = null, version = version + 1,
          claims_since = case when sip_trunk.enabled and ${bringing} = (select ${bringing} from (select ${JSON.stringify(settings)}::jsonb settings) said)
            then claims_since else now() end
        where id = ${id} and version = ${version}`.execute(rows);
      return numAffectedRows === 1n;
    },
    remove: async (id: number) => void (await sql`delete from sip_trunk where id = ${id}`.execute(rows)),
    /** Of the settings it was read with: a newer one has its own. */
    setState: async (id: number, version: number, state: SipTrunkState) =>
      void (await sql`update sip_trunk set state = ${JSON.stringify(state)}::jsonb where id = ${id} and version = ${version}`.execute(
        rows,
      )),
    setTest: async (id: number, test: SipTrunkTest) =>
      void (await sql`update sip_trunk set test = ${JSON.stringify(test)}::jsonb where id = ${id}`.execute(rows)),
  };
}

/** Tenants with a trunk that is on. */
export async function tenantsWithTrunks(db: Db): Promise<number[]> {
  const { rows } = await db.everyTenant('which tenants have trunks to keep open', (tx) =>
    sql<{ id: number }>`select distinct tenant_id id from sip_trunk where enabled`.execute(tx.as()),
  );
  return rows.map(({ id }) => id);
}

/** SQL: of every tenant, how many of its trunks that are on cannot be used; `tenant_id` and `down`. */
export const trunksDown = sql`(
  select tenant_id, count(*)::int down from sip_trunk
  where enabled and (state ->> 'at' = 'failed' or state -> 'registration' ->> 'at' in ('refused', 'unreachable')
    or (jsonb_array_length(state -> 'gateways') > 0 and not jsonb_path_exists(state, '$.gateways[*] ? (@.at != "down")')))
  group by tenant_id)`;
