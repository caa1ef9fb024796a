/** A conversation in the line. */
export interface Waiting {
  id: number;
  groupId: number;
  sinceMs: number;
  /** Who spoke with this visitor last. */
  lastAgentId: number | null;
  /** Who let it pass without a reaction. */
  passedBy: readonly number[];
}

/** A text agent who is there. */
export interface FreeAgent {
  userId: number;
  groupIds: readonly number[];
  capacity: number;
  /** Open conversations. */
  load: number;
  lastAssignedMs: number;
}

export interface Assignment {
  conversationId: number;
  userId: number;
}

/**
 * Who gets which conversation now. Rules:
 * 1. First in, first out over the whole line; one that nobody of its group can take does not hold up those behind it.
 * 2. Nobody gets more than their capacity.
 * 3. Whoever spoke with the visitor last gets it again when free; else the agent with the least to do (of the share of
 *    their capacity), among those the one who got something longest ago.
 * 4. Who let it pass is asked again only when all who could take it did.
 */
export function assign(line: readonly Waiting[], agents: readonly FreeAgent[]): Assignment[] {
  const state = agents.map((agent) => ({ ...agent }));
  const byGroup = new Map<number, typeof state>();
  for (const agent of state) for (const groupId of agent.groupIds) byGroup.set(groupId, [...(byGroup.get(groupId) ?? []), agent]);
  const given: Assignment[] = [];
  let order = Math.max(0, ...agents.map(({ lastAssignedMs }) => lastAssignedMs));
  for (const waiting of line.toSorted((a, b) => a.sinceMs - b.sinceMs || a.id - b.id)) {
    const group = byGroup.get(waiting.groupId) ?? [];
    const free = group.filter(({ load, capacity }) => load < capacity);
    const fresh = free.filter(({ userId }) => !waiting.passedBy.includes(userId));
    // While somebody who has not seen it is at work, those who let it pass are spared.
    const anyUnseen = group.some(({ userId, capacity }) => capacity > 0 && !waiting.passedBy.includes(userId));
    const candidates = anyUnseen ? fresh : free;
    const chosen = candidates.find(({ userId }) => userId === waiting.lastAgentId) ?? candidates.toSorted((a, b) => a.load / a.capacity - b.load / b.capacity || a.lastAssignedMs - b.lastAssignedMs || a.userId - b.userId)[0];
    if (!chosen) continue;
    chosen.load += 1;
    order += 1;
    chosen.lastAssignedMs = order;
    given.push({ conversationId: waiting.id, userId: chosen.userId });
  }
  return given;
}
