/** A conversation as far as it decides who may see it and who may work with it. People are their numbers. */
export interface Standing {
  state: 'waiting' | 'open' | 'closed';
  /** Who has it; of a closed one, who had it last. */
  agentId: number | null;
  /** Who could take it: the members of its group. */
  takers: ReadonlySet<number>;
  /** Everybody who had it or closed it. */
  had: ReadonlySet<number>;
  /** Who has an open conversation with the same person now: the same visitor, or one who is proven to be the same customer. */
  withPerson: ReadonlySet<number>;
  /** Whom a note called into it. */
  called: ReadonlySet<number>;
}

/**
 * Whose a conversation is to work with, besides supervisors: an open one is its agent's, a waiting one is anybody's who could
 * take it, a closed one is theirs who had it and theirs who talk with the same person now.
 */
export function isTheirs({ state, agentId, takers, had, withPerson }: Standing, who: number): boolean {
  if (state === 'open') return agentId === who;
  if (state === 'waiting') return takers.has(who);
  return had.has(who) || withPerson.has(who);
}

/** Who sees a conversation, besides supervisors: whose it is, and whoever was called into it. */
export const isVisible = (standing: Standing, who: number): boolean =>
  isTheirs(standing, who) || standing.called.has(who);
