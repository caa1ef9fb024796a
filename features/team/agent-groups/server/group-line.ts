import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { TransferGroup } from '../contract.ts';
import { oldestCallerMs, waitingCount } from './line-figures.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';
import type { TenantDesk } from './tenant-desk.ts';

/** Who would take a caller of a group at this moment, the free ones first; null where there is no such group. */
export async function groupLine(
  queues: Pick<LiveQueueDesk, 'of'>,
  board: Pick<AgentBoard, 'ofTenant'>,
  tenantId: number,
  groupId: number,
  nowMs: number,
): Promise<TransferGroup | null> {
  const desk = await queues.of(tenantId);
  const group = desk.groups().get(groupId);
  return group ? transferGroup(desk, group, board.ofTenant(tenantId), nowMs) : null;
}

/** As much of an agent as whoever hands on a call sees. */
export type SeenAgent = Pick<BoardAgent, 'userId' | 'name' | 'sipNum' | 'status' | 'whyNotRoutable' | 'call'>;

/** How a group stands for whoever would send it a caller. */
export function transferGroup(
  desk: TenantDesk,
  { id, name, groupNo }: Pick<TransferGroup, 'id' | 'name' | 'groupNo'>,
  everybody: readonly SeenAgent[],
  nowMs: number,
): TransferGroup {
  const serving = desk.serving();
  const agents = everybody
    .filter(({ userId }) => serving.get(userId)?.groups.includes(id))
    .map(({ userId, name: agentName, sipNum, status, whyNotRoutable, call }) => ({
      userId,
      name: agentName,
      sipNum,
      status,
      free: whyNotRoutable === null,
      inCall: call !== null,
    }))
    .sort(
      (a, b) =>
        Number(b.free) - Number(a.free) || Number(isAway(a)) - Number(isAway(b)) || a.name.localeCompare(b.name),
    );
  const oldestMs = oldestCallerMs(desk.line.now(), id);
  return {
    id,
    name,
    groupNo,
    waiting: waitingCount(desk.line.now(), id),
    longestWaitSec: oldestMs === null ? 0 : Math.max(0, Math.floor((nowMs - oldestMs) / 1_000)),
    free: agents.filter(({ free }) => free).length,
    signedIn: agents.filter((agent) => !isAway(agent)).length,
    agents,
  };
}

const isAway = ({ status }: { status: AgentStatus }): boolean => status === AgentStatus.offline;
