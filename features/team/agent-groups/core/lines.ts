import { needAfter, nextRelaxMs } from './fit.ts';
import { places } from './order.ts';
import { nextWayOutMs } from './overflow.ts';
import { nextLookMs } from './position.ts';
import type { Requirement } from './routing.ts';
import {
  dues,
  entries,
  entryOf,
  groupOf,
  groups,
  type RoutingDraft,
  type Entry,
  type GroupState,
  type NeedQueue,
} from './state.ts';

/** Each wish of the group and each of the caller stands for itself, and relaxes by itself. */
const requirementsOf = ({ group }: GroupState, { requirements }: Entry): readonly Requirement[] =>
  requirements.length === 0 ? group.requirements : [...group.requirements, ...requirements];

/** The entry as its group and the moment want it: where it stands, what it needs, what is due next. */
function settled(draft: RoutingDraft, state: GroupState, entry: Entry): Entry {
  const requirements = requirementsOf(state, entry);
  const waitedMs = draft.nowMs - entry.queuedAtMs;
  const priority = entry.priority + state.group.priority;
  const place = entry.place.priority === priority ? entry.place : { ...entry.place, priority };
  const need = needAfter(waitedMs, requirements);
  return {
    ...entry,
    place,
    need: need.key === entry.need.key ? entry.need : need,
    dueMs: entry.at.is === 'waiting' ? nextDueMs(draft, state, entry, requirements) : null,
  };
}

function nextDueMs(
  draft: RoutingDraft,
  state: GroupState,
  entry: Entry,
  requirements: readonly Requirement[],
): number | null {
  const relaxMs = nextRelaxMs(draft.nowMs - entry.queuedAtMs, requirements);
  let next = Math.min(
    relaxMs === null ? Infinity : entry.queuedAtMs + relaxMs,
    nextWayOutMs(draft, state, entry) ?? Infinity,
    nextLookMs(draft, state, entry) ?? Infinity,
  );
  for (const { againMs } of entry.tried) if (againMs > draft.nowMs) next = Math.min(next, againMs);
  return next === Infinity ? null : next;
}

/** Puts an entry where the line finds it; it was nowhere, or was taken out before. */
export function putEntry(draft: RoutingDraft, wish: Entry): Entry {
  const state = groupOf(draft, wish.groupId)!;
  const entry = settled(draft, state, wish);
  const waits = entry.at.is === 'waiting';
  draft.groups = groups.put(draft.groups, {
    ...state,
    all: entry.at.is === 'leaving' ? state.all : places.put(state.all, entry.place),
    lines: waits ? withLine(state.lines, entry, (waiting) => places.put(waiting, entry.place)) : state.lines,
    callers: state.callers + (waits && entry.kind === 'call' ? 1 : 0),
  });
  draft.entries = entries.put(draft.entries, entry);
  if (entry.dueMs !== null) draft.due = dues.put(draft.due, dueOf(entry, entry.dueMs));
  return entry;
}

/** Takes an entry out of everything the line looks up. */
export function takeEntry(draft: RoutingDraft, entry: Entry): void {
  const state = groupOf(draft, entry.groupId);
  if (state) {
    const waits = entry.at.is === 'waiting';
    draft.groups = groups.put(draft.groups, {
      ...state,
      all: places.drop(state.all, entry.place),
      lines: waits ? withLine(state.lines, entry, (waiting) => places.drop(waiting, entry.place)) : state.lines,
      callers: state.callers - (waits && entry.kind === 'call' ? 1 : 0),
    });
  }
  draft.entries = entries.drop(draft.entries, entry.callId);
  if (entry.dueMs !== null) draft.due = dues.drop(draft.due, dueOf(entry, entry.dueMs));
}

/** The same entry, otherwise; only what changed is moved. */
export function changeEntry(draft: RoutingDraft, entry: Entry, change: Partial<Entry>): Entry {
  const state = groupOf(draft, entry.groupId);
  if (!state || (change.groupId !== undefined && change.groupId !== entry.groupId)) {
    takeEntry(draft, entry);
    return putEntry(draft, { ...entry, ...change });
  }
  const next = settled(draft, state, { ...entry, ...change });
  const isMoved = next.place !== entry.place;
  const [waited, waits] = [entry.at.is === 'waiting', next.at.is === 'waiting'];
  const [stood, stands] = [entry.at.is !== 'leaving', next.at.is !== 'leaving'];
  let { all, lines, callers } = state;
  if (stood && (isMoved || !stands)) all = places.drop(all, entry.place);
  if (stands && (isMoved || !stood)) all = places.put(all, next.place);
  if (isMoved || waited !== waits || entry.need.key !== next.need.key) {
    if (waited) lines = withLine(lines, entry, (waiting) => places.drop(waiting, entry.place));
    if (waits) lines = withLine(lines, next, (waiting) => places.put(waiting, next.place));
  }
  callers += Number(waits && next.kind === 'call') - Number(waited && entry.kind === 'call');
  if (all !== state.all || lines !== state.lines || callers !== state.callers)
    draft.groups = groups.put(draft.groups, { ...state, all, lines, callers });
  draft.entries = entries.put(draft.entries, next);
  if (next.dueMs !== entry.dueMs) {
    if (entry.dueMs !== null) draft.due = dues.drop(draft.due, dueOf(entry, entry.dueMs));
    if (next.dueMs !== null) draft.due = dues.put(draft.due, dueOf(next, next.dueMs));
  }
  return next;
}

const dueOf = ({ callId, place: { seq } }: Entry, atMs: number) => ({ atMs, seq, callId });

export const waitingEntry = (draft: RoutingDraft, callId: string): Entry | null => {
  const entry = entryOf(draft, callId);
  return entry?.at.is === 'waiting' ? entry : null;
};

function withLine(
  lines: GroupState['lines'],
  { need }: Entry,
  change: (waiting: NeedQueue['waiting']) => NeedQueue['waiting'],
): GroupState['lines'] {
  const next = new Map(lines);
  const waiting = change(lines.get(need.key)?.waiting ?? null);
  if (waiting === null) next.delete(need.key);
  else next.set(need.key, { need, waiting });
  return next;
}
