import { sql } from 'kysely';
import type { LimitKind } from '#core/call/plan-facts.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { MOMENTARY, type CallLimit, type LimitFields } from '../contract.ts';

/** A limit a call has to keep. */
export interface AppliedLimit {
  kind: LimitKind;
  max: number;
  windowSec: number;
  scope: 'tenant' | 'group' | 'agent';
  groupId: number | null;
}

/** Selects the limits that hold for calls of this agent, with the calls at once of the tenant's plan; columns as in AppliedLimit. */
export const limitsFor = (userId: number) => sql`
  select kind, max, "windowSec", scope, "groupId" from (
    select l.id, l.kind, l.max, l.window_sec "windowSec", l.scope, l.group_id "groupId" from call_limit l
    where l.enabled and (l.group_id is null or exists (select 1 from ${groupMembers} m where m.group_id = l.group_id and m.user_id = ${userId}))
    union all select 0, 'concurrent', p.calls_at_once, 1, 'tenant', null from tenant_plan p where p.calls_at_once is not null) held
  order by array_position(array['failure', 'perNumber', 'numbers', 'callsPerSecond', 'concurrent', 'costPerDay'], kind), id`;

/**
 * Selects the countries the tenant may call, `iso2`; none means all. Its plan may say at most which; where its own choice and the plan
 * have none in common it may call nowhere, which a country that does not exist says.
 */
export const allowedIso2 = sql`
  with planned as (select countries from tenant_plan where countries <> '{}'),
    own as (select iso2 from allowed_country),
    callable as (
      select iso2 from own where not exists (select from planned) or iso2 = any((select countries from planned)::text[])
      union select unnest(countries) from planned where not exists (select from own))
  select iso2 from callable union all select 'ZZ' where exists (select from planned) and not exists (select from callable) order by iso2`;

const ownIso2 = sql`select iso2 from allowed_country order by iso2`;

/** The countries calls may go to, by the tenant's own choice and its plan; none means all. */
export async function callableCountries(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ iso2: string }>`${allowedIso2}`.execute(tx.as());
  return rows.map(({ iso2 }) => iso2);
}

/** The countries the tenant chose to call; none means all its plan allows. */
export async function allowedCountries(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ iso2: string }>`${ownIso2}`.execute(tx.as());
  return rows.map(({ iso2 }) => iso2);
}

export async function limitPage(
  tx: TenantTx,
  { page, size }: { page: number; size: number },
): Promise<{ list: Omit<CallLimit, 'used'>[]; total: number }> {
  const { rows: list } = await sql<Omit<CallLimit, 'used'>>`
    select l.id, l.kind, l.max, l.window_sec "windowSec", l.scope, l.group_id "groupId", coalesce(g.name, '') "groupName", l.enabled
    from call_limit l left join ${groupRows} g on g.id = l.group_id order by l.id limit ${size} offset ${(page - 1) * size}`.execute(
    tx.as(),
  );
  const { rows } = await sql<{ total: number }>`select count(*) total from call_limit`.execute(tx.as());
  return { list, total: rows[0]!.total };
}

export async function limitOf(tx: TenantTx, id: number): Promise<LimitFields | null> {
  const { rows } = await sql<LimitFields>`
    select kind, max, window_sec "windowSec", scope, group_id "groupId", enabled from call_limit where id = ${id}`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** What holds at every moment has no time to count within. */
const windowOf = ({ kind, windowSec }: LimitFields): number => (MOMENTARY.includes(kind) ? 1 : windowSec);

export async function addLimit(tx: TenantTx, fields: LimitFields): Promise<number> {
  const { kind, max, scope, groupId, enabled } = fields;
  const { rows } = await sql<{ id: number }>`
    insert into call_limit (kind, max, window_sec, scope, group_id, enabled)
    values (${kind}, ${max}, ${windowOf(fields)}, ${scope}, ${groupId}, ${enabled}) returning id`.execute(tx.as());
  return rows[0]!.id;
}

export async function updateLimit(tx: TenantTx, id: number, fields: LimitFields): Promise<void> {
  const { kind, max, scope, groupId, enabled } = fields;
  await sql`
    update call_limit set kind = ${kind}, max = ${max}, window_sec = ${windowOf(fields)}, scope = ${scope},
      group_id = ${groupId}, enabled = ${enabled} where id = ${id}`.execute(tx.as());
}

export async function deleteLimit(tx: TenantTx, id: number): Promise<void> {
  await sql`delete from call_limit where id = ${id}`.execute(tx.as());
}

/** Groups by name. */
export async function limitableGroups(tx: TenantTx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from ${groupRows} g order by g.name, g.id`.execute(tx.as());
  return rows;
}

export async function setAllowedCountries(tx: TenantTx, iso2s: readonly string[]): Promise<void> {
  await sql`delete from allowed_country where iso2 <> all (${[...iso2s]}::text[])`.execute(tx.as());
  await sql`insert into allowed_country (iso2) select distinct unnest(${[...iso2s]}::text[]) on conflict do nothing`.execute(
    tx.as(),
  );
}
