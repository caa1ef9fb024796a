import { sql } from 'kysely';
import type { LimitKind } from '#core/call/call-permission.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CallLimit } from '../contract.ts';

/** A limit a call has to keep. */
export interface AppliedLimit {
  kind: LimitKind;
  max: number;
  windowSec: number;
  scope: 'tenant' | 'group' | 'agent';
  groupId: number | null;
}

/** Selects the limits that hold for calls of this agent; columns as in AppliedLimit. */
export const limitsFor = (userId: number) => sql`
  select l.kind, l.max, l.window_sec "windowSec", l.scope, l.group_id "groupId" from call_limit l
  where l.enabled and (l.group_id is null or exists (select 1 from ${groupMembers} m where m.group_id = l.group_id and m.user_id = ${userId}))
  order by array_position(array['failure', 'perNumber', 'numbers', 'callsPerSecond', 'concurrent'], l.kind), l.id`;

/** Selects the countries the tenant may call, `iso2`; none means all. */
export const allowedIso2 = sql`select iso2 from allowed_country order by iso2`;

/** The countries the tenant may call; none means all. */
export async function allowedCountries(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ iso2: string }>`${allowedIso2}`.execute(tx.as());
  return rows.map(({ iso2 }) => iso2);
}

export async function limitPage(
  tx: TenantTx,
  { page, size }: { page: number; size: number },
): Promise<{ list: CallLimit[]; total: number }> {
  const { rows: list } = await sql<CallLimit>`
    select l.id, l.kind, l.max, l.window_sec "windowSec", l.scope, l.group_id "groupId", coalesce(g.name, '') "groupName", l.enabled
    from call_limit l left join ${groupRows} g on g.id = l.group_id order by l.id limit ${size} offset ${(page - 1) * size}`.execute(
    tx.as(),
  );
  const { rows } = await sql<{ total: number }>`select count(*) total from call_limit`.execute(tx.as());
  return { list, total: rows[0]!.total };
}
