import { sql } from 'kysely';
import type { CarriedNumber, NumbersPage } from '#core/numbers/carrier-numbers.port.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import type { NumberCarrierKind, CarrierList, SyncTrouble } from '../contract/carriers.ts';
import type { OurNumber } from '../core/compare-numbers.ts';

export interface CarrierAccountRow {
  id: number;
  name: string;
  kind: NumberCarrierKind;
  settings: { accountSid?: string; list?: CarrierList };
  sealed: string;
}

export interface SyncRow {
  run: string;
  state: 'reading' | 'ready' | 'failed';
  trouble: SyncTrouble;
  nextPage: string | null;
  found: CarriedNumber[];
  skipped: number;
  total: number | null;
  startedAt: string;
}

const syncColumns = sql`run, state, trouble, next_page "nextPage", found, skipped, total, started_at "startedAt"`;

/** Accounts at carriers, and what they said. */
export function carriersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<{ id: number; name: string; kind: NumberCarrierKind; numbers: number }[]> {
      const found = await sql<{ id: number; name: string; kind: NumberCarrierKind; numbers: number }>`
        select a.id, a.name, a.kind, (select count(*) from did_number d where d.carrier_account_id = a.id) numbers from carrier_account a order by a.name, a.id`.execute(
        rows,
      );
      return found.rows;
    },
    async find(id: number): Promise<CarrierAccountRow | null> {
      const found =
        await sql<CarrierAccountRow>`select id, name, kind, settings, sealed from carrier_account where id = ${id}`.execute(
          rows,
        );
      return found.rows[0] ?? null;
    },
    async add({ name, kind, settings, sealed }: Omit<CarrierAccountRow, 'id'>): Promise<number> {
      const added = await sql<{ id: number }>`
        insert into carrier_account (name, kind, settings, sealed) values (${name}, ${kind}, ${JSON.stringify(settings)}::jsonb, ${sealed}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    async remove(id: number): Promise<void> {
      await sql`delete from carrier_account where id = ${id}`.execute(rows);
    },
    async sync(accountId: number): Promise<SyncRow | null> {
      const found = await sql<SyncRow>`select ${syncColumns} from carrier_sync where account_id = ${accountId}`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    /** Whatever was read before is forgotten. */
    async begin(accountId: number, run: string, nowMs: number): Promise<void> {
      await sql`
        insert into carrier_sync (account_id, run, state, started_at) values (${accountId}, ${run}, 'reading', ${new Date(nowMs)})
        on conflict (tenant_id, account_id) do update set run = excluded.run, state = 'reading', trouble = '', next_page = null, found = '[]', skipped = 0, total = null, started_at = excluded.started_at`.execute(
        rows,
      );
    },
    /** How far a run is; null when it has ended, or another has begun. */
    async reading(accountId: number, run: string): Promise<SyncRow | null> {
      const found =
        await sql<SyncRow>`select ${syncColumns} from carrier_sync where account_id = ${accountId} and run = ${run} and state = 'reading'`.execute(
          rows,
        );
      return found.rows[0] ?? null;
    },
    /** `from` is what the page was asked by: of two who read it at once one keeps it. */
    async keepPage(
      accountId: number,
      run: string,
      from: string | null,
      { numbers, skipped, total, next }: NumbersPage,
    ): Promise<void> {
      await sql`
        update carrier_sync set found = found || ${JSON.stringify(numbers)}::jsonb, skipped = skipped + ${skipped}, total = coalesce(${total}, total), next_page = ${next}, trouble = '',
          state = ${next === null ? 'ready' : 'reading'} where account_id = ${accountId} and run = ${run} and state = 'reading' and next_page is not distinct from ${from}`.execute(
        rows,
      );
    },
    async keepTrouble(
      accountId: number,
      run: string,
      { trouble, state }: Pick<SyncRow, 'trouble' | 'state'>,
    ): Promise<void> {
      await sql`update carrier_sync set trouble = ${trouble}, state = ${state} where account_id = ${accountId} and run = ${run}`.execute(
        rows,
      );
    },
    async ours(): Promise<OurNumber[]> {
      const found =
        await sql<OurNumber>`select id, number, enabled, carrier_account_id "accountId" from did_number order by number`.execute(
          rows,
        );
      return found.rows;
    },
    /** Adds those that nobody has; answers them. */
    async takeOver(
      numbers: readonly (CarriedNumber & { country: string | null })[],
      { accountId, groupId }: { accountId: number; groupId: number | null },
    ): Promise<string[]> {
      const added = await sql<{ number: string }>`
        insert into did_number (number, country_iso2, remark, inbound_config, group_id, carrier, carrier_account_id)
        select x.number, x.country, x.name, ${InboundConfig.agentGroup}, ${groupId}::bigint, 'any', ${accountId}::bigint
        from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) x(number text, country text, name text) on conflict (number) do nothing returning number`.execute(
        rows,
      );
      return added.rows.map(({ number }) => number);
    },
    async switchOff(ids: readonly number[], accountId: number): Promise<number> {
      const changed =
        await sql`update did_number set enabled = false where id = any(${ids}::bigint[]) and carrier_account_id = ${accountId} and enabled`.execute(
          rows,
        );
      return Number(changed.numAffectedRows ?? 0n);
    },
  };
}

/** Those of these numbers that other tenants have; whose they are is not asked. */
export async function numbersElsewhere(db: Db, tenantId: number, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.everyTenant('an installation answers a number once', (tx) =>
    sql<{
      number: string;
    }>`select number from did_number where number = any(${numbers}::text[]) and tenant_id <> ${tenantId}`.execute(
      tx.as(),
    ),
  );
  return new Set(rows.map(({ number }) => number));
}
