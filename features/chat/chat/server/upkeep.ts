/** Somebody who works with conversations. */
export interface AgentRef {
  tenantId: number;
  userId: number;
}

/**
 * What happens because time passed. Any process may do it; whoever comes second finds nothing to do. Rules:
 * 1. A conversation its agent does not open or answer in time goes back into the line, by itself; the agent who let two pass in a
 *    row and did nothing else meanwhile is switched off and told why (`core/absence.ts`).
 * 2. After long silence behind our last word the visitor is warned; after more of it the conversation ends. Through a carrier
 *    nobody is warned: it would be one more message, and whoever writes again goes on with the same agent anyway.
 * 3. An agent without a page is switched off after 20 s, and what they had goes to others, as long waiting as it always was.
 *    Whoever switched off has the same 20 s to think again: a page that is loaded anew switches off and on.
 * 4. While we could not look ourselves (a start, a database that was away) nobody is blamed: the 20 s begin when we look again.
 *    Nor is anybody blamed for a process that died: what it last knew of its pages does not count.
 * 5. What belongs to somebody who may not come in any more goes to others.
 */
export interface Upkeep {
  /** Everything that is due now. */
  tick(): Promise<void>;
  /** Lines that may have been forgotten: a process that stopped between storing and giving out. And what belongs to people who were shut out. */
  serveAll(): Promise<void>;
  /** A text seat was switched. */
  switched(agent: AgentRef): Promise<void>;
}
