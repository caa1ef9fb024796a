import type { Call, TransferGoal } from '#core/call/call.ts';
import type { TransferTo } from '#core/flow/flow-events.ts';
import { reserve, unreserve } from './reservation.ts';
import type { GoalParts } from './transfer-goal.ts';

/** Whether a flow may hand its caller there; a colleague is kept free for it. */
export async function findFlowGoal(
  parts: GoalParts,
  { tenantId, id: callId, facts }: Call,
  to: TransferTo,
): Promise<TransferGoal | null> {
  const { queues, plans, switchesOf } = parts;
  if (to.kind === 'group') return (await queues.group(tenantId, to.groupId)) ? to : null;
  if (to.kind === 'number') {
    const way = await plans.onward({
      tenantId,
      number: to.number,
      shown: facts.ourNumber,
      forCall: { callId, isMore: true },
    });
    return 'refused' in way ? null : { kind: 'number', ...way };
  }
  const reserved = await reserve(parts, { tenantId, userId: to.userId }, callId);
  if ('sipStatus' in reserved) return null;
  const switches = await switchesOf({ tenantId, userId: to.userId });
  return { kind: 'agent', userId: reserved.userId, sipNum: reserved.sipNum, name: reserved.name, ...switches };
}

/** The call went another way meanwhile: who was kept free is given back, and a number was never called. */
export async function dropUnusedGoal(
  parts: GoalParts,
  { tenantId, id, parties }: Call,
  goal: TransferGoal,
): Promise<void> {
  if (goal.kind === 'number' && !parties.some(({ who }) => who.kind === 'outside' && who.number === goal.number))
    await parts.plans.outboundEnded(tenantId, null, goal.number, false, { chargeRef: goal.charge?.ref });
  if (goal.kind === 'agent' && !parties.some(({ who }) => who.kind === 'agent' && who.userId === goal.userId))
    await unreserve(parts, { tenantId, userId: goal.userId }, id);
}
