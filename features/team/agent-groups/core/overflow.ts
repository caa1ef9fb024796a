import type { Overflow } from './routing.ts';
import { groupOf, type Entry, type GroupState, type Routing } from './state.ts';

/** Why an entry should go elsewhere. */
export type Why = 'waited' | 'full' | 'nobody' | 'closed';

/**
 * Rule 7: where the group sends an entry; null when it had better stay. A promise to call back stays: nobody holds the
 * line for it. No entry comes into a group twice, so groups that overflow into each other pass it on once.
 */
export function wayOut(routing: Routing, { group }: GroupState, entry: Entry, why: Why): Overflow | null {
  if (entry.kind === 'callback') return null;
  if (group.overflow.kind !== 'group') return group.overflow;
  const { groupId } = group.overflow;
  const next = groupOf(routing, groupId)?.group;
  if (next?.enabled && groupId !== group.id && !entry.visited.includes(groupId)) return group.overflow;
  // Waiting longer is better than being cut off, but behind a closed door nobody waits.
  return why === 'closed' ? { kind: 'hangUp' } : null;
}

/** Whether an entry that has just come, and that nobody free can take, is too much for the group. */
export function whyNotStay({ group, signedIn, callers }: GroupState): Why | null {
  if (!group.enabled) return 'closed';
  if (group.overflowWhenNobody && signedIn === 0) return 'nobody';
  return group.maxWaiting !== null && callers > group.maxWaiting ? 'full' : null;
}

const lastMs = ({ group }: GroupState, entry: Entry): number | null =>
  group.maxWaitSec === null ? null : entry.enteredMs + group.maxWaitSec * 1_000;

export function waitedTooLong(state: GroupState, entry: Entry, nowMs: number): boolean {
  const atMs = lastMs(state, entry);
  return atMs !== null && nowMs >= atMs;
}

/** When the wait will have been too long; null when nothing would come of it. */
export function nextWayOutMs(routing: Routing, state: GroupState, entry: Entry): number | null {
  const atMs = lastMs(state, entry);
  return atMs === null || wayOut(routing, state, entry, 'waited') === null ? null : atMs;
}
