import { sql } from 'kysely';
import { everyAccount } from '#features/money/ledger/server/index.ts';
import { ACCESS_CHANGED } from '#features/team/access/contract.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { pushToTenant } from '#platform/server/db/push-beside.ts';
import type { TenantPlan } from '../contract.ts';

interface PlanRow {
  voice: string | null;
  text: string | null;
  paid: string | null;
  calls_at_once: number | null;
  storage_bytes: number | null;
  countries: string[] | null;
  own_lines_free: boolean | null;
  ai_flows_enabled: boolean;
  account_mode: TenantPlan['accountMode'];
  kind: TenantPlan['kind'];
  credit: number | null;
}

const SETTINGS = { voiceSeats: 'SeatLimitVoice', textSeats: 'SeatLimitText', paidUntil: 'DialerPaidUntil' } as const;

/** What a tenant may use. The parts stand where those who obey them look: with its settings, its row, its account. */
export async function readPlan(tx: Tx, tenantId: number): Promise<TenantPlan> {
  const setting = (name: string) =>
    sql`(select nullif(value, '') from tenant_setting where tenant_id = t.id and name = ${name})`;
  const { rows } = await sql<PlanRow>`
    select ${setting(SETTINGS.voiceSeats)} voice, ${setting(SETTINGS.textSeats)} as text, ${setting(SETTINGS.paidUntil)} paid,
      p.calls_at_once, p.storage_bytes, p.countries, p.own_lines_free, t.ai_flows_enabled, t.account_mode, t.kind,
      (select a."creditE4" from ${everyAccount} a where a.tenant_id = t.id) credit
    from tenant t left join tenant_plan p on p.tenant_id = t.id where t.id = ${tenantId}`.execute(tx.as());
  const row = rows[0]!;
  return {
    voiceSeats: row.voice === null ? null : Number(row.voice),
    textSeats: row.text === null ? null : Number(row.text),
    callsAtOnce: row.calls_at_once,
    storageBytes: row.storage_bytes,
    countries: row.countries ?? [],
    aiFlows: row.ai_flows_enabled,
    accountMode: row.account_mode,
    kind: row.kind,
    paidUntil: row.paid,
    ownLinesFree: row.own_lines_free ?? true,
    creditE4: row.credit ?? 0,
  };
}

/** Writes it but for the credit, which the ledger keeps, and tells the pages of the tenant: entries of the menu come and go with it. */
export async function writePlan(tx: Tx, tenantId: number, plan: TenantPlan): Promise<void> {
  const { callsAtOnce, storageBytes, countries, ownLinesFree, aiFlows, accountMode, kind } = plan;
  await sql`
    insert into tenant_plan (tenant_id, calls_at_once, storage_bytes, countries, own_lines_free)
    values (${tenantId}, ${callsAtOnce}, ${storageBytes}, ${countries}::text[], ${ownLinesFree})
    on conflict (tenant_id) do update set calls_at_once = excluded.calls_at_once, storage_bytes = excluded.storage_bytes,
      countries = excluded.countries, own_lines_free = excluded.own_lines_free`.execute(tx.as());
  await sql`update tenant set ai_flows_enabled = ${aiFlows}, account_mode = ${accountMode}, kind = ${kind} where id = ${tenantId}`.execute(
    tx.as(),
  );
  for (const [field, name] of Object.entries(SETTINGS) as [keyof typeof SETTINGS, string][])
    await sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, ${String(plan[field] ?? '')})
      on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.as());
  await pushToTenant(tx, tenantId, { kind: ACCESS_CHANGED });
}

/** Its campaigns stand still (pause reason 3), or go on. */
export async function stopCampaigns(tx: Tx, tenantId: number, stopped: boolean): Promise<void> {
  await sql`insert into tenant_plan (tenant_id, campaigns_stopped) values (${tenantId}, ${stopped})
    on conflict (tenant_id) do update set campaigns_stopped = excluded.campaigns_stopped`.execute(tx.as());
}
