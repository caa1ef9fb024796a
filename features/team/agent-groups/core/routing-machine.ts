import type { Step } from '#core/machine.ts';
import { freeOf, isUnchanged, putAgent, releaseOffer } from './free-agents.ts';
import { changeEntry, putEntry, takeEntry, waitingEntry } from './lines.ts';
import { matchAgent, matchEntry } from './match.ts';
import { comparePlaces } from './order.ts';
import { waitedTooLong, wayOut, whyNotStay, type Why } from './overflow.ts';
import { isPositionAnnounced, look, looksAgain } from './position.ts';
import { withTry } from './retry.ts';
import type { Agent, Group, NewEntry, RoutingEffect, RoutingEvent } from './routing.ts';
import { firstOf, itemsOf } from './sorted.ts';
import {
  agentOf,
  dues,
  entries,
  entryOf,
  groupOf,
  groups,
  type RoutingDraft,
  type Entry,
  type GroupState,
  type Routing,
} from './state.ts';

export { emptyRouting, type Entry, type Routing } from './state.ts';
export { positionOf } from './position.ts';

/**
 * Who answers whom, for one tenant. The rules:
 *
 *  1. Higher priority first (the group's and the call's own added up), then the longest wait, then first come; across all
 *     groups an agent serves, so that no group starves. An agent is never given a later call while an earlier one that
 *     fits them waits.
 *  2. Nobody free beside a waiting call that fits them: every event that frees an agent or brings a call is followed by
 *     an offer at once.
 *  3. Of the agents who fit, the least loaded, then the longest idle is rung. Being rung in vain counts as a turn.
 *  4. Required skills decide who may be rung, preferred ones who is rung first. Both relax after their wait.
 *  5. An entry has one offer at a time, an agent as many as there is room for: one, for voice.
 *  6. Whoever did not take an entry is asked for it again only when nobody else is free, and 5 s later at the earliest
 *     (1 s for somebody who was not rung at all, because they were taken otherwise in that moment);
 *     meanwhile rule 1 does not count that entry as fitting them.
 *  7. Overflow: waited too long, line full, nobody signed in, group closed. Into another group the entry keeps its place
 *     in time, and comes into no group twice.
 *  8. A promise to call back keeps its place and is offered like a call; it does not overflow and hears nothing.
 *  9. Ringing and its time-out are the call desk's: the line only hears how an offer ended.
 */
export function routingMachine(routing: Routing, event: RoutingEvent): Step<Routing, RoutingEffect> {
  const draft: RoutingDraft = {
    ...routing,
    nowMs: event.nowMs,
    effects: [],
    touched: new Set(),
    entering: new Set(),
    freed: new Set(),
  };
  // Before the event itself: a timer that is late must not let a later call go first.
  noticeTime(draft);
  decide(draft, event);
  settle(draft);
  for (const userId of draft.freed) matchAgent(draft, userId);
  const wakeAtMs = firstOf(draft.due)?.atMs ?? null;
  if (wakeAtMs !== routing.wakeAtMs) draft.effects.push({ type: 'wakeAt', atMs: wakeAtMs });
  return {
    state: {
      groups: draft.groups,
      agents: draft.agents,
      entries: draft.entries,
      due: draft.due,
      wakeAtMs,
      nextSeq: draft.nextSeq,
      stopping: draft.stopping,
    },
    effects: draft.effects,
  };
}

function decide(draft: RoutingDraft, event: RoutingEvent): void {
  switch (event.type) {
    case 'groupChanged':
      return groupChanged(draft, event.group);
    case 'groupRemoved':
      return groupRemoved(draft, event.groupId);
    case 'agentChanged':
      return agentChanged(draft, event.agent);
    case 'callQueued':
      return callQueued(draft, event.entry);
    case 'callLeft':
      return leave(draft, event.callId, event.why);
    case 'becameCallback':
      return becameCallback(draft, event.callId);
    case 'offerEnded':
      return offerEnded(draft, event.callId, event.userId, event.outcome);
    case 'stopping':
      draft.stopping = true;
      return;
    case 'tick':
      return;
  }
}

/** Rules 1 and 2 for everything this event stirred up; what moves into another group is settled there in the next round. */
function settle(draft: RoutingDraft): void {
  while (draft.touched.size > 0) {
    const { entering } = draft;
    const stirred = [...draft.touched].map((callId) => waitingEntry(draft, callId)).filter((entry) => entry !== null);
    draft.touched = new Set();
    draft.entering = new Set();
    for (const { callId } of stirred.sort((a, b) => comparePlaces(a.place, b.place))) {
      const entry = waitingEntry(draft, callId);
      if (!entry) continue;
      matchEntry(draft, entry);
      const left = waitingEntry(draft, callId);
      if (left) stay(draft, left, entering.has(callId));
    }
  }
}

/** Nobody is free for it: it goes elsewhere, or hears its place. */
function stay(draft: RoutingDraft, entry: Entry, entered: boolean): void {
  const state = groupOf(draft, entry.groupId)!;
  const why = (entered ? whyNotStay(state) : null) ?? (waitedTooLong(state, entry, draft.nowMs) ? 'waited' : null);
  if (why && goElsewhere(draft, entry, why)) return;
  if (isPositionAnnounced(state, entry) && (entered || looksAgain(entry, draft.nowMs))) sayPosition(draft, entry);
}

function goElsewhere(draft: RoutingDraft, entry: Entry, why: Why): boolean {
  const to = wayOut(draft, groupOf(draft, entry.groupId)!, entry, why);
  if (!to) return false;
  const { callId } = entry;
  draft.effects.push({ type: 'keep', callId }, { type: 'overflow', callId, to });
  if (to.kind !== 'group') changeEntry(draft, entry, { at: { is: 'leaving' } });
  else {
    changeEntry(draft, entry, {
      groupId: to.groupId,
      visited: [...entry.visited, entry.groupId],
      enteredMs: draft.nowMs,
      announced: null,
    });
    stir(draft, callId);
  }
  return true;
}

function sayPosition(draft: RoutingDraft, entry: Entry): void {
  const { announced, isDue } = look(draft, entry);
  changeEntry(draft, entry, { announced });
  if (isDue)
    draft.effects.push({
      type: 'announce',
      callId: entry.callId,
      position: announced.position,
      waitedMs: draft.nowMs - entry.queuedAtMs,
    });
}

function callQueued(
  draft: RoutingDraft,
  { callId, groupId, kind, priority, queuedAtMs, requirements, visited = [], stood }: NewEntry,
): void {
  if (entryOf(draft, callId) || !groupOf(draft, groupId)) return;
  const rung = typeof stood?.offeredTo === 'number' ? agentOf(draft, stood.offeredTo) : undefined;
  const seq = draft.nextSeq;
  draft.nextSeq += 1;
  putEntry(draft, {
    callId,
    groupId,
    kind,
    priority,
    queuedAtMs,
    visited,
    requirements,
    enteredMs: stood?.enteredMs ?? draft.nowMs,
    at: rung ? { is: 'offered', userId: rung.userId, sinceMs: draft.nowMs } : { is: 'waiting' },
    place: { callId, priority, queuedAtMs, seq },
    need: { key: '', required: [], preferred: [] },
    tried: [],
    announced: null,
    dueMs: null,
  });
  if (rung) putAgent(draft, { ...rung, offers: [...rung.offers, callId] });
  draft.effects.push({ type: 'keep', callId });
  if (stood) draft.touched.add(callId);
  else stir(draft, callId);
}

function leave(draft: RoutingDraft, callId: string, why: string): void {
  const entry = entryOf(draft, callId);
  if (!entry) return;
  takeEntry(draft, entry);
  draft.effects.push({ type: 'drop', callId, why });
  withdraw(draft, entry);
}

function withdraw(draft: RoutingDraft, { callId, at }: Entry): void {
  if (at.is !== 'offered') return;
  releaseOffer(draft, at.userId, callId);
  draft.effects.push({ type: 'withdraw', callId, userId: at.userId });
}

function becameCallback(draft: RoutingDraft, callId: string): void {
  const entry = entryOf(draft, callId);
  if (!entry || entry.kind === 'callback') return;
  changeEntry(draft, entry, { kind: 'callback', at: { is: 'waiting' }, announced: null });
  draft.effects.push({ type: 'keep', callId });
  withdraw(draft, entry);
  draft.touched.add(callId);
}

function offerEnded(
  draft: RoutingDraft,
  callId: string,
  userId: number,
  outcome: (RoutingEvent & { type: 'offerEnded' })['outcome'],
): void {
  const entry = entryOf(draft, callId);
  if (entry?.at.is !== 'offered' || entry.at.userId !== userId) return;
  if (outcome === 'answered') {
    takeEntry(draft, entry);
    draft.effects.push({ type: 'drop', callId, why: 'answered' });
    releaseOffer(draft, userId, callId, { busy: (agentOf(draft, userId)?.busy ?? 0) + 1 });
    return;
  }
  releaseOffer(draft, userId, callId, outcome === 'withdrawn' ? {} : { rangMs: draft.nowMs });
  changeEntry(draft, entry, { at: { is: 'waiting' }, tried: withTry(entry, userId, outcome, draft.nowMs) });
  draft.effects.push({ type: 'keep', callId });
  draft.touched.add(callId);
}

function agentChanged(draft: RoutingDraft, agent: Agent): void {
  const before = agentOf(draft, agent.userId);
  if (before && isUnchanged(before, agent)) return;
  putAgent(draft, { ...agent, offers: before?.offers ?? [], rangMs: before?.rangMs ?? 0 });
  if (before?.signedIn) for (const groupId of before.groups) nobodyLeft(draft, groupOf(draft, groupId));
  matchAgent(draft, agent.userId);
}

function nobodyLeft(draft: RoutingDraft, state: GroupState | undefined): void {
  if (!state || state.signedIn > 0 || !state.group.overflowWhenNobody) return;
  for (const { callId } of waitingIn(state)) stir(draft, callId);
}

/** Asks anew whether its group wants the entry, as if it came just now. */
function stir(draft: RoutingDraft, callId: string): void {
  draft.touched.add(callId);
  draft.entering.add(callId);
}

const waitingIn = (state: GroupState) => [...state.lines.values()].flatMap(({ waiting }) => itemsOf(waiting));

function groupChanged(draft: RoutingDraft, group: Group): void {
  const before = groupOf(draft, group.id);
  const serving = before ? null : freeOf(itemsOf(draft.agents).filter((agent) => agent.groups.includes(group.id)));
  draft.groups = groups.put(
    draft.groups,
    before ? { ...before, group } : { group, all: null, lines: new Map(), callers: 0, ...serving! },
  );
  for (const state of itemsOf(draft.groups)) {
    const leadsHere = state.group.overflow.kind === 'group' && state.group.overflow.groupId === group.id;
    if (state.group.id === group.id || leadsHere) refresh(draft, state.group.id, before);
  }
}

/** Priorities, needs and limits of a group's entries, anew; closed groups send theirs away. */
function refresh(draft: RoutingDraft, groupId: number, before: GroupState | undefined): void {
  const all = groupOf(draft, groupId)!.all;
  const closed = before?.group.enabled && before.group.id === groupId && !groupOf(draft, groupId)!.group.enabled;
  for (const { callId } of itemsOf(all)) {
    const entry = entryOf(draft, callId)!;
    changeEntry(draft, entry, {});
    draft.touched.add(callId);
    if (closed) draft.entering.add(callId);
  }
}

function groupRemoved(draft: RoutingDraft, groupId: number): void {
  const state = groupOf(draft, groupId);
  if (!state) return;
  for (const { callId } of itemsOf(state.all)) {
    const isCaller = entryOf(draft, callId)?.kind === 'call';
    leave(draft, callId, 'groupRemoved');
    // A group with callers is not deleted; for one who came in that very moment somebody must say something.
    if (isCaller) draft.effects.push({ type: 'overflow', callId, to: { kind: 'voicemail' } });
  }
  draft.groups = groups.drop(draft.groups, groupId);
}

/** Relaxed needs, waits that were too long, places to say, agents who may be asked again. */
function noticeTime(draft: RoutingDraft): void {
  const due: Entry[] = [];
  for (let next = firstOf(draft.due); next && next.atMs <= draft.nowMs; next = firstOf(draft.due)) {
    const entry = { ...entryOf(draft, next.callId)!, dueMs: null };
    draft.due = dues.drop(draft.due, next);
    draft.entries = entries.put(draft.entries, entry);
    due.push(entry);
  }
  for (const entry of due) {
    changeEntry(draft, entry, {});
    draft.touched.add(entry.callId);
  }
}
