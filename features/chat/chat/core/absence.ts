/** So many conversations in a row without a sign of life, and the agent is taken to be away. */
const MISSED_MOST = 2;

/** An agent who let a conversation pass. */
export interface Passer {
  /** How many passed before it, in a row and without a sign of life. */
  missed: number;
  /** When they last wrote, typed or looked into a conversation; null: never. */
  activeMs: number | null;
}

/**
 * What follows for an agent from a conversation that passed. Each has a limit of its own, and letting one pass says nothing about
 * somebody who was busy with another meanwhile: only who did nothing at all since it was theirs comes nearer to being away.
 */
export function afterMiss({ missed, activeMs }: Passer, assignedMs: number): { missed: number; isAway: boolean } {
  if (activeMs !== null && activeMs >= assignedMs) return { missed: 0, isAway: false };
  return { missed: missed + 1, isAway: missed + 1 >= MISSED_MOST };
}
