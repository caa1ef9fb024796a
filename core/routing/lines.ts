import { needAfter, nextRelaxMs } from './fit.ts';
import { places } from './order.ts';
import { nextWayOutMs } from './overflow.ts';
import { nextLookMs } from './position.ts';
import { RETRY_AFTER_MS } from './retry.ts';
import type { Requirement } from './routing.ts';
import { dues, entries, entryOf, groupOf, groups, type Draft, type Entry, type GroupState, type Line } from './state.ts';

/** Each wish of the group and each of the caller stands for itself, and relaxes by itself. */
const requirementsOf = ({ group }: GroupState, { requirements }: Entry): readonly Requirement[] =>
  requirements.length === 0 ? group.requirements : [...group.requirements, ...requirements];

/** The entry as its group and the moment want it: where it stands, what it needs, what is due next. */
function settled(draft: Draft, state: GroupState, entry: Entry): Entry {
  const requirements = requirementsOf(state, entry);
  const waitedMs = draft.nowMs - entry.queuedAtMs;
  const priority = entry.priority + state.group.priority;
  const place = entry.place.priority === priority ? entry.place : { ...entry.place, priority };
  const relaxMs = nextRelaxMs(waitedMs, requirements);
  const retries = entry.tried.map(({ atMs }) => atMs + RETRY_AFTER_MS).filter((atMs) => atMs > draft.nowMs);
  const moments = [relaxMs === null ? null : entry.queuedAtMs + relaxMs, nextWayOutMs(draft, state, entry), nextLookMs(draft, state, entry), ...retries];
  const coming = moments.filter((moment) => moment !== null);
  return { ...entry, place, need: needAfter(waitedMs, requirements), dueMs: entry.at.is === 'waiting' && coming.length > 0 ? Math.min(...coming) : null };
}

/** Puts an entry where the line finds it; it was nowhere, or was taken out before. */
export function putEntry(draft: Draft, wish: Entry): Entry {
  const state = groupOf(draft, wish.groupId)!;
  const entry = settled(draft, state, wish);
  const waits = entry.at.is === 'waiting';
  draft.groups = groups.put(draft.groups, {
    ...state,
    all: entry.at.is === 'leaving' ? state.all : places.put(state.all, entry.place),
    lines: waits ? withLine(state, entry, (waiting) => places.put(waiting, entry.place)) : state.lines,
    callers: state.callers + (waits && entry.kind === 'call' ? 1 : 0),
  });
  draft.entries = entries.put(draft.entries, entry);
  if (entry.dueMs !== null) draft.due = dues.put(draft.due, { atMs: entry.dueMs, seq: entry.place.seq, callId: entry.callId });
  return entry;
}

/** Takes an entry out of everything the line looks up. */
export function takeEntry(draft: Draft, entry: Entry): void {
  const state = groupOf(draft, entry.groupId);
  if (state) {
    const waits = entry.at.is === 'waiting';
    draft.groups = groups.put(draft.groups, {
      ...state,
      all: places.drop(state.all, entry.place),
      lines: waits ? withLine(state, entry, (waiting) => places.drop(waiting, entry.place)) : state.lines,
      callers: state.callers - (waits && entry.kind === 'call' ? 1 : 0),
    });
  }
  draft.entries = entries.drop(draft.entries, entry.callId);
  if (entry.dueMs !== null) draft.due = dues.drop(draft.due, { atMs: entry.dueMs, seq: entry.place.seq, callId: entry.callId });
}

export function changeEntry(draft: Draft, entry: Entry, change: Partial<Entry>): Entry {
  takeEntry(draft, entry);
  return putEntry(draft, { ...entry, ...change });
}

export const waitingEntry = (draft: Draft, callId: string): Entry | null => {
  const entry = entryOf(draft, callId);
  return entry?.at.is === 'waiting' ? entry : null;
};

function withLine({ lines }: GroupState, { need }: Entry, change: (waiting: Line['waiting']) => Line['waiting']): GroupState['lines'] {
  const next = new Map(lines);
  const waiting = change(lines.get(need.key)?.waiting ?? null);
  if (waiting === null) next.delete(need.key);
  else next.set(need.key, { need, waiting });
  return next;
}
