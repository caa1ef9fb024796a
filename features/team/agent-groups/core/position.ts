import { places } from './order.ts';
import { groupOf, type RoutingDraft, type Entry, type GroupState, type Routing } from './state.ts';

/** How often the line looks whether a caller's place changed. */
const LOOK_EVERY_MS = 15_000;
/** An unchanged place is said again after this. */
const SAY_AGAIN_MS = 60_000;

/** 1 is next. Whoever is being offered to an agent still counts. */
export function positionOf(routing: Routing, entry: Entry): number {
  const state = groupOf(routing, entry.groupId);
  return state ? places.countBefore(state.all, entry.place) + 1 : 1;
}

/** Promises hear nothing. */
export const isPositionAnnounced = ({ group }: GroupState, entry: Entry): boolean =>
  group.announcePosition && entry.kind === 'call';

export const nextLookMs = (draft: RoutingDraft, state: GroupState, entry: Entry): number | null =>
  isPositionAnnounced(state, entry) ? (entry.announced?.lookedMs ?? draft.nowMs) + LOOK_EVERY_MS : null;

/** What the caller was told, after a look; `isDue` when it is time to say something. */
export function look(
  draft: RoutingDraft,
  entry: Entry,
): { announced: NonNullable<Entry['announced']>; isDue: boolean } {
  const position = positionOf(draft, entry);
  const isDue =
    entry.announced === null ||
    entry.announced.position !== position ||
    draft.nowMs - entry.announced.atMs >= SAY_AGAIN_MS;
  return { announced: { position, atMs: isDue ? draft.nowMs : entry.announced!.atMs, lookedMs: draft.nowMs }, isDue };
}

export const looksAgain = (entry: Entry, nowMs: number): boolean =>
  nowMs >= (entry.announced?.lookedMs ?? -Infinity) + LOOK_EVERY_MS;
