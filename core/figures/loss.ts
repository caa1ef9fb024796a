import { CallOutcome } from '#shared/codes/call-outcome.ts';

/*
 * Where a caller was when they were lost. Rules:
 * 1. Every call that came in and became no conversation has one place; together they are the figure `unanswered`.
 * 2. It is the last place the caller came to: a box for messages after the line is the box.
 * 3. Whoever left a message or was promised a call is told apart from the lost ones by the place, and counts as well: nobody talked to them.
 */

/** From the first moment of a call on. */
export const lossPlaces = ['before', 'menu', 'flow', 'ringing', 'line', 'voicemail', 'callback'] as const;
export type LossPlace = (typeof lossPlaces)[number];

/** What of a finished call tells where it was lost. */
export interface LostCall {
  outcome: CallOutcome;
  groupId: number | null;
  userId: number | null;
  byFlow: boolean;
  /** As its life told it; null for calls written before that was kept. */
  lastPlace: LossPlace | null;
}

/** The place of a call nobody of ours talked in. */
export function lossPlace({ outcome, groupId, userId, byFlow, lastPlace }: LostCall): LossPlace {
  if (outcome === CallOutcome.voicemail) return 'voicemail';
  if (outcome === CallOutcome.callbackPromised) return 'callback';
  if (lastPlace !== null) return lastPlace;
  if (groupId !== null) return 'line';
  if (userId !== null) return 'ringing';
  return byFlow ? 'flow' : 'before';
}
