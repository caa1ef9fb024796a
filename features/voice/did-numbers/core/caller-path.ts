import { atThisHour, type ClosedHours } from '#core/call/closed-hours.ts';
import type { InboundMenu, InboundPlan, MenuGoal } from '#core/call/call-plan.ts';
import type { NumberRule } from '#core/numbers/number-rule.ts';

/** What a line of a caller's way can say; the page has a sentence for each. */
export const pathSays = [
  'off',
  'ruleSkipped',
  'ruleLater',
  'rulePrefix',
  'rulesMore',
  'ruleEverybody',
  'ruleHours',
  'notReached',
  'otherwise',
  'flow',
  'flowGone',
  'flowFallback',
  'flowNoFallback',
  'agent',
  'menu',
  'menuKey',
  'menuOtherwise',
  'group',
  'groupOff',
  'groupEmpty',
  'voicemail',
  'hangUp',
  'closedNumber',
  'closedGroup',
  'nowhere',
] as const;
export type PathSays = (typeof pathSays)[number];

export interface PathLine {
  says: PathSays;
  isTrouble: boolean;
  values: Record<string, string>;
}

type Goal = InboundPlan['to'];

export interface PathFacts {
  enabled: boolean;
  /** Where the number itself leads; null: nowhere. Groups that are gone are none. */
  own: Goal | null;
  /** The number's group: it gets whom a flow or an agent of a rule does not take. */
  groupId: number | null;
  /** A flow the number names and callers cannot hear; what `own` says comes in its place. */
  flowGone: string | null;
  /** Those of the number and of all numbers, in the order they are looked at; without those that are off. */
  rules: readonly NumberRule[];
  closed: ClosedHours;
  group(id: number): { name: string; enabled: boolean; members: number } | null;
  flowName(id: number): string;
}

export interface CallerPath {
  lines: PathLine[];
  /** Where somebody goes whose number no rule names; null: they are turned away. */
  to: Goal | null;
}

/**
 * Follows somebody who calls at this moment, as `planInbound` leads them, and says each step. Rules:
 * 1. A number that is off answers nobody.
 * 2. Rules come before what the number says; the first that fits its caller counts. One whose goal is not ready is passed over.
 * 3. Behind a rule for everybody nothing is reached any more.
 * 4. Hours are looked at last, wherever the caller was sent (`atThisHour`).
 */
export function callerPath(facts: PathFacts): CallerPath {
  const lines: PathLine[] = [];
  const say = (says: PathSays, values: Record<string, string> = {}, isTrouble = false): void =>
    void lines.push({ says, isTrouble, values });
  if (!facts.enabled) {
    say('off', {}, true);
    return { lines, to: null };
  }
  const sent = followRules(facts, say);
  if (sent === null && facts.rules.some(({ isReady, holdsNow }) => isReady && holdsNow)) say('otherwise');
  if (sent === null && facts.flowGone !== null) say('flowGone', { flow: facts.flowGone }, true);
  const goal = sent ?? facts.own;
  if (goal === null) {
    say('nowhere', {}, true);
    return { lines, to: null };
  }
  const to = atThisHour(goal, facts.closed);
  followGoal(facts, goal, to, say);
  return { lines, to };
}

/** Rules for callers of one place are told up to this many; a list has them all. */
const RULES_LISTED = 20;

type Say = (says: PathSays, values?: Record<string, string>, isTrouble?: boolean) => void;

/** Says what rules do; answers where the one for everybody leads. */
function followRules({ rules, own, groupId }: PathFacts, say: Say): Goal | null {
  let untold = 0;
  for (const [at, rule] of rules.entries()) {
    const { priority, callerPrefix, hours, calendarName, holdsNow, isReady, goal } = rule;
    const values = { priority: String(priority), callers: callerPrefix, calendar: calendarName, goal: goal.name };
    const isForAll = isReady && holdsNow && callerPrefix === '';
    if (!isForAll && at >= RULES_LISTED) untold += 1;
    else if (!isReady) say('ruleSkipped', values, true);
    else if (!holdsNow) say('ruleLater', values);
    else if (callerPrefix !== '') say('rulePrefix', values);
    else {
      if (untold > 0) say('rulesMore', { count: String(untold) });
      say(hours === 'any' ? 'ruleEverybody' : 'ruleHours', values);
      if (at < rules.length - 1 || own !== null) say('notReached');
      return goalOf(goal, groupId);
    }
  }
  if (untold > 0) say('rulesMore', { count: String(untold) });
  return null;
}

function goalOf({ kind, id }: NumberRule['goal'], fallbackGroupId: number | null): Goal {
  if (kind === 'group') return { kind, groupId: id };
  return kind === 'flow' ? { kind, flowId: id, fallbackGroupId } : { kind: 'person', userId: id, fallbackGroupId };
}

/** Says where a goal leads at this hour. */
function followGoal(facts: PathFacts, goal: Goal, to: Goal, say: Say): void {
  const toGroup = (id: number): void => {
    const group = facts.group(id);
    say('group', { group: group?.name ?? '' });
    if (group && !group.enabled) say('groupOff', { group: group.name }, true);
    else if (group?.members === 0) say('groupEmpty', { group: group.name }, true);
  };
  const toMenuGoal = (one: MenuGoal): void => (one.kind === 'group' ? toGroup(one.groupId) : say(one.kind));
  if (facts.closed.number?.goal) {
    say('closedNumber', {}, true);
    return toMenuGoal((to as { menu: InboundMenu }).menu.otherwise);
  }
  switch (goal.kind) {
    case 'group':
      if (to.kind !== 'menu') return toGroup(goal.groupId);
      say('closedGroup', { group: facts.group(goal.groupId)?.name ?? '' }, true);
      return toMenuGoal(to.menu.otherwise);
    case 'person':
      return say('agent');
    case 'flow':
      say('flow', { flow: facts.flowName(goal.flowId) });
      return goal.fallbackGroupId === null
        ? say('flowNoFallback')
        : say('flowFallback', { group: facts.group(goal.fallbackGroupId)?.name ?? '' });
    case 'menu':
      return followMenu(goal.menu, (to as { menu: InboundMenu }).menu, facts, say, toMenuGoal);
  }
}

function followMenu(
  asked: InboundMenu,
  now: InboundMenu,
  facts: PathFacts,
  say: Say,
  toMenuGoal: (goal: MenuGoal) => void,
): void {
  say('menu', { tries: String(asked.tries), seconds: String(asked.waitMs / 1_000) });
  const follow = (meant: MenuGoal, goal: MenuGoal): void => {
    const isLedOn = meant.kind === 'group' && (goal.kind !== 'group' || goal.groupId !== meant.groupId);
    if (isLedOn) say('closedGroup', { group: facts.group(meant.groupId)?.name ?? '' }, true);
    toMenuGoal(goal);
  };
  for (const [key, goal] of Object.entries(now.keys)) {
    say('menuKey', { key });
    follow(asked.keys[key]!, goal);
  }
  say('menuOtherwise');
  follow(asked.otherwise, now.otherwise);
}
