import type { AgentSwitches } from '#core/call/agent-switches.ts';
import type { TransferGoal } from '#core/call/call.ts';
import { partyOf, userOf } from '#core/call/call-turn.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { QueueDesk } from '#features/team/agent-groups/server/index.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import { sipStatusOf } from '#shared/call-rejection.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import type { DrivenCall } from './live-call.ts';
import { reserve, unreserve } from './reservation.ts';

export interface GoalParts {
  board: AgentBoard;
  queues: QueueDesk;
  plans: CallPlans;
  clock: Clock;
  switchesOf(who: { tenantId: number; userId: number }): Promise<AgentSwitches>;
}

/** Whom an agent wants the customer to have. */
export type Wish = { userId: number } | { groupId: number } | { number: string };

export type FoundGoal = { goal: TransferGoal } | { refused: FailureName; sipStatus: number };

/** Looks up whether the agent may hand the customer there, and keeps a colleague free for it. */
export async function findGoal(
  parts: GoalParts,
  live: DrivenCall,
  agent: { userId: number; sipNum: string },
  wish: Wish,
): Promise<FoundGoal> {
  const { tenantId, id: callId } = live.current();
  if ('groupId' in wish) {
    const group = await parts.queues.group(tenantId, wish.groupId);
    return group ? { goal: { kind: 'group', groupId: wish.groupId } } : { refused: 'notFound', sipStatus: NOT_FOUND };
  }
  if ('number' in wish) {
    const plan = await parts.plans.outbound({
      account: agent.sipNum,
      to: wish.number,
      headers: {},
      vouched: true,
      forCall: { callId, isMore: true },
    });
    if ('refused' in plan)
      return { refused: plan.refused, sipStatus: sipStatusOf(failures[plan.refused].code) ?? DECLINED };
    if (plan.kind === 'outbound') {
      const { number, trunks, displayNumber, charge = null } = plan;
      return { goal: { kind: 'number', number, trunks, displayNumber, charge } };
    }
    return findGoal(parts, live, agent, { userId: plan.callee.userId });
  }
  if (wish.userId === agent.userId) return { refused: 'transferTargetBusy', sipStatus: BUSY_HERE };
  const reserved = await reserve(parts, { tenantId, userId: wish.userId }, callId);
  if ('sipStatus' in reserved) return { refused: 'transferTargetBusy', sipStatus: reserved.sipStatus };
  const switches = await parts.switchesOf({ tenantId, userId: wish.userId });
  return {
    goal: { kind: 'agent', userId: reserved.userId, sipNum: reserved.sipNum, name: reserved.name, ...switches },
  };
}

/** The call went another way meanwhile: who was kept free is given back, and a number was never called. */
export async function dropUnused(
  parts: GoalParts,
  live: DrivenCall,
  agent: { userId: number },
  goal: TransferGoal,
): Promise<boolean> {
  const { parties, tenantId, id, at, groupId } = live.current();
  if (goal.kind === 'group') return !(at === 'queued' && groupId === goal.groupId);
  const isUsed = parties.some(
    ({ role, who }) =>
      role === 'third' &&
      (goal.kind === 'agent'
        ? who.kind === 'agent' && who.userId === goal.userId
        : who.kind === 'outside' && who.number === goal.number),
  );
  if (isUsed) return false;
  if (goal.kind === 'agent') await unreserve(parts, { tenantId, userId: goal.userId }, id);
  else await parts.plans.outboundEnded(tenantId, agent.userId, goal.number, false, { chargeRef: goal.charge?.ref });
  return true;
}

const NOT_FOUND = 404;
const DECLINED = 603;
const BUSY_HERE = 486;

/** While somebody was looked up, the customer may have been handed on another way: then they are not this agent's to give. */
export function isStillAgent(live: DrivenCall, { userId }: { userId: number }): boolean {
  const agent = partyOf(live.current(), 'agent');
  return live.current().at === 'talking' && agent !== undefined && userOf(agent) === userId;
}
