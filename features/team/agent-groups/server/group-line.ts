import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { TransferGroup } from '../contract.ts';
import { waitingCount } from './line-figures.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';
import type { TenantDesk } from './tenant-desk.ts';

/** Who would take a caller of a group at this moment, the free ones first; null where there is no such group. */
export async function groupLine(
  queues: Pick<LiveQueueDesk, 'of'>,
  board: Pick<AgentBoard, 'ofTenant'>,
  tenantId: number,
  groupId: number,
): Promise<TransferGroup | null> {
  const desk = await queues.of(tenantId);
  const group = desk.groups().get(groupId);
  return group ? transferGroup(desk, groupId, group.name, group.groupNo, board.ofTenant(tenantId)) : null;
}

/** How a group stands for whoever would send it a caller. */
export function transferGroup(
  desk: TenantDesk,
  id: number,
  name: string,
  groupNo: number,
  everybody: readonly BoardAgent[],
): TransferGroup {
  const serving = desk.serving();
  const agents = everybody
    .filter(({ userId, status }) => serving.get(userId)?.groups.includes(id) && status !== AgentStatus.offline)
    .map(({ userId, name: agentName, sipNum, status, whyNotRoutable, call }) => ({
      userId,
      name: agentName,
      sipNum,
      status,
      free: whyNotRoutable === null,
      inCall: call !== null,
    }))
    .sort((a, b) => Number(b.free) - Number(a.free) || a.name.localeCompare(b.name));
  return {
    id,
    name,
    groupNo,
    waiting: waitingCount(desk.line.now(), id),
    free: agents.filter(({ free }) => free).length,
    signedIn: agents.length,
    agents,
  };
}
