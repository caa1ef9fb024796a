import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { agentGroupsApi, WaitingCaller } from '../contract.ts';
import { callbacksOf, groupFigures, lineNow, waitingCount } from './line-figures.ts';
import { transferGroup, type SeenAgent } from './group-line.ts';
import { membersRepo } from './members.repo.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';
import type { WaitingCall } from './queue-desk.ts';

type LiveCalls = 'transferGroups' | 'waiting' | 'myGroups' | 'myWaiting';

/** What the page shows of each group; the figures count everybody. */
const MOST_SHOWN = 500;
const MOST_CALLBACKS = 50;

const AWAY = { status: AgentStatus.offline, whyNotRoutable: 'offline', call: null } as const;

/** How the lines stand at this moment. */
export function liveRoutes(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  queues: LiveQueueDesk,
  board: AgentBoard,
): Handlers<Pick<typeof agentGroupsApi, LiveCalls>> {
  return {
    async transferGroups(caller) {
      const { tenantId, userId } = caller;
      const desk = await queues.of(tenantId);
      const seen = board.ofTenant(tenantId);
      // Who has not come in since the start is not on the board.
      const absent = await db.tenant(caller, (tx) => membersRepo(tx).others(seen.map((agent) => agent.userId)));
      const agents: SeenAgent[] = [...seen, ...absent.map((agent) => ({ ...agent, ...AWAY }))].filter(
        (agent) => agent.userId !== userId,
      );
      return [...desk.groups().values()]
        .filter(({ enabled }) => enabled)
        .map((group) => transferGroup(desk, group, agents, clock.nowMs()));
    },

    async waiting({ tenantId, needsMasking }, { groupId }) {
      const desk = await queues.of(tenantId);
      const nowMs = clock.nowMs();
      const list = queues
        .waiting(tenantId)
        .filter((call) => (groupId === undefined || call.groupId === groupId) && call.position <= MOST_SHOWN)
        .map((call) => caller(call, needsMasking, nowMs));
      const groups = [...desk.groups().keys()]
        .filter((id) => groupId === undefined || id === groupId)
        .map((id) => groupFigures(desk.line.now(), id));
      return { groups, list };
    },

    async myGroups(caller) {
      const desk = await queues.of(caller.tenantId);
      const mine = await db.tenant(caller, (tx) => membersRepo(tx).groupsOf(caller.userId));
      return mine.flatMap((id) => {
        const group = desk.groups().get(id);
        if (!group) return [];
        const { name, groupNo, callPausesChats } = group;
        return [{ id, name, groupNo, callPausesChats, waiting: waitingCount(desk.line.now(), id) }];
      });
    },

    // Every agent's page asks this when it comes back: it is answered from memory.
    async myWaiting({ tenantId, userId, needsMasking }) {
      const desk = await queues.of(tenantId);
      const routing = desk.line.now();
      const mine = (desk.serving().get(userId)?.groups ?? [])
        .flatMap((id) => desk.groups().get(id) ?? [])
        .filter(({ enabled }) => enabled);
      const callbacks = mine
        .flatMap(({ id }) => callbacksOf(routing, id, desk.numberOf))
        .sort((a, b) => a.queuedAtMs - b.queuedAtMs)
        .slice(0, MOST_CALLBACKS);
      return {
        groups: mine.map(({ id, name, groupNo }) => ({ ...lineNow(routing, id), name, groupNo })),
        callbacks: callbacks.map((call) => caller(call, needsMasking, clock.nowMs())),
      };
    },
  };
}

const caller = (
  { queuedAtMs, customerNumber, ...call }: WaitingCall,
  needsMasking: boolean,
  nowMs: number,
): WaitingCaller => ({
  ...call,
  customerNumber: needsMasking ? maskPhone(customerNumber) : customerNumber,
  queuedAt: toWireTime(queuedAtMs),
  waitedSec: Math.max(0, Math.floor((nowMs - queuedAtMs) / 1_000)),
});
