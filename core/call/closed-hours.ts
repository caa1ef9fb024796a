import type { InboundPlan, MenuGoal } from './call-plan.ts';

/** Where callers go of those who are away now; null: they are there. */
export interface ClosedHours {
  /** Null: the number follows no calendar of its own. */
  number: { goal: MenuGoal | null } | null;
  group(id: number): MenuGoal | null;
}

/** Said before a caller is led elsewhere. */
export const CLOSED_PROMPT = 'hours.closed';

/**
 * Where callers of a number go at this hour. Rules:
 * 1. The number's own hours decide over all its callers; then the groups it leads to are there whenever the number is.
 * 2. Else each group's hours decide; in a menu only over the keys that lead to it.
 * 3. A caller is led on at most once: where that leads to is away as well, they may leave a message.
 * 4. A message left because a group is away is for that group.
 */
export function atThisHour(to: InboundPlan['to'], closed: ClosedHours): InboundPlan['to'] {
  if (closed.number) return closed.number.goal === null ? to : sayClosedThen(ledOn(closed.number.goal, closed));
  // A flow has its own nodes for hours, a rule its own.
  if (to.kind === 'flow' || to.kind === 'person') return to;
  if (to.kind === 'group') {
    const goal = closed.group(to.groupId);
    return goal === null ? to : sayClosedThen(ledOn(goal, closed, to.groupId));
  }
  const here = (goal: MenuGoal): MenuGoal => {
    if (goal.kind !== 'group') return goal;
    const away = closed.group(goal.groupId);
    return away === null ? goal : ledOn(away, closed, goal.groupId);
  };
  return {
    kind: 'menu',
    menu: {
      ...to.menu,
      keys: Object.fromEntries(Object.entries(to.menu.keys).map(([key, goal]) => [key, here(goal)])),
      otherwise: here(to.menu.otherwise),
    },
  };
}

function ledOn(goal: MenuGoal, closed: ClosedHours, awayGroup?: number): MenuGoal {
  const asked: MenuGoal = goal.kind === 'group' && closed.group(goal.groupId) !== null ? { kind: 'voicemail' } : goal;
  return asked.kind === 'voicemail' && awayGroup !== undefined ? { ...asked, ofGroup: awayGroup } : asked;
}

/** A menu without keys: it is said once, then leads on. */
const sayClosedThen = (goal: MenuGoal): InboundPlan['to'] => ({
  kind: 'menu',
  menu: { prompt: CLOSED_PROMPT, keys: {}, otherwise: goal, waitMs: 0, tries: 1 },
});
