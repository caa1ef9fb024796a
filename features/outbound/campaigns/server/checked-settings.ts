import { sql } from 'kysely';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { hasLabels } from '#features/voice/call-labels/server/index.ts';
import { hasRoute } from '#features/voice/call-routes/server/index.ts';
import { scriptName } from '#features/voice/call-scripts/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { RouteType } from '#shared/codes/route-type.ts';
import { TaskStartType } from '#shared/codes/task-start-type.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { CampaignFields } from '../contract.ts';

/** Refuses settings that name what the team has not, or times that are no plan. `routeTypes`: by which calls of this kind leave. */
export async function assertSettings(
  tx: TenantTx,
  settings: CampaignFields,
  routeTypes: readonly RouteType[],
  nowMs: number,
): Promise<void> {
  const { startType, startAt, expiresAt, routerId, scriptId, labelIds, groupId, agentIds } = settings;
  if ((startType === TaskStartType.timed) !== (startAt !== null)) throw new Failure('invalidInput', 'startAt');
  if (expiresAt !== null && fromWireTime(expiresAt) <= Math.max(nowMs, startAt === null ? 0 : fromWireTime(startAt)))
    throw new Failure('invalidInput', 'expiresAt');
  if (routerId !== null && !(await hasRoute(tx, routerId, routeTypes))) throw new Failure('notFound', 'routerId');
  if (scriptId !== null && (await scriptName(tx, scriptId)) === '') throw new Failure('notFound', 'scriptId');
  if (!(await hasLabels(tx, labelIds))) throw new Failure('notFound', 'labelIds');
  if (groupId !== null && !(await hasGroup(tx, groupId))) throw new Failure('notFound', 'groupId');
  await assertMembers(tx, agentIds);
}

/** All of them are people of the team. */
export async function assertMembers(tx: TenantTx, userIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return;
  const { rows } = await sql`select 1 from member where user_id = any(${wanted}::bigint[]) and enabled`.execute(
    tx.as(),
  );
  if (rows.length < wanted.length) throw new Failure('notInTeam');
}
