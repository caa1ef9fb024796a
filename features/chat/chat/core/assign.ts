/** A conversation in the line. */
export interface WaitingConversation {
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
  /** Of these, those they get nothing new of now; see `blending.ts`. */
  pausedIn: readonly number[];
  capacity: number;
  /** Open conversations. */
  load: number;
  /** How many new ones they can be offered now; see `greeting-pace.ts`. */
  greets: number;
  lastAssignedMs: number;
}

export interface Assignment {
  conversationId: number;
  userId: number;
}

interface Place extends FreeAgent {
  /** Among those who got something at the same moment, who got it first. */
  turn: number;
}

/**
 * Who gets which conversation now. Rules:
 * 1. First in, first out over the whole line; one that nobody of its group can take does not hold up those behind it.
 * 2. Nobody gets more than their capacity, nor more at once than they can greet.
 * 3. Whoever spoke with the visitor last gets it again when free; else the agent with the least to do (of the share of
 *    their capacity), among those the one who got something longest ago.
 * 4. Whose call comes first gets nothing new of that group, and is not waited for.
 * 5. Who let it pass is asked again only when all who could take it did.
 */
export function assign(line: readonly WaitingConversation[], agents: readonly FreeAgent[]): Assignment[] {
  const everybody = new Map<number, Place[]>();
  for (const agent of agents) {
    if (agent.capacity <= 0) continue;
    const place: Place = { ...agent, turn: 0 };
    for (const groupId of offeredGroups(agent)) {
      const group = everybody.get(groupId);
      if (group) group.push(place);
      else everybody.set(groupId, [place]);
    }
  }
  // Who is full leaves here, so that a long line behind busy agents costs nothing.
  const free = new Map([...everybody].map(([groupId, group]) => [groupId, group.filter(hasRoom)]));
  const given: Assignment[] = [];
  for (const waiting of line.toSorted((a, b) => a.sinceMs - b.sinceMs || a.id - b.id)) {
    const group = free.get(waiting.groupId);
    if (!group || group.length === 0) continue;
    const chosen = choose(group, waiting, everybody.get(waiting.groupId)!);
    if (!chosen) continue;
    given.push({ conversationId: waiting.id, userId: chosen.userId });
    chosen.load += 1;
    chosen.greets -= 1;
    chosen.turn = given.length;
    if (hasRoom(chosen)) continue;
    for (const groupId of offeredGroups(chosen))
      free.set(
        groupId,
        free.get(groupId)!.filter((other) => other !== chosen),
      );
  }
  return given;
}

export const hasRoom = ({ load, capacity, greets }: FreeAgent): boolean => load < capacity && greets > 0;

/** The groups whose conversations somebody may be given now. */
export const offeredGroups = ({ groupIds, pausedIn }: FreeAgent): readonly number[] =>
  pausedIn.length === 0 ? groupIds : groupIds.filter((groupId) => !pausedIn.includes(groupId));

function choose(
  free: readonly Place[],
  { lastAgentId, passedBy }: WaitingConversation,
  everybody: readonly Place[],
): Place | undefined {
  const passers = new Set(passedBy);
  // While somebody who has not seen it is at work, those who let it pass are spared.
  const isSparing = passers.size > 0 && everybody.some(({ userId }) => !passers.has(userId));
  let best: Place | undefined;
  for (const agent of free) {
    if (isSparing && passers.has(agent.userId)) continue;
    if (agent.userId === lastAgentId) return agent;
    if (!best || comesBefore(agent, best)) best = agent;
  }
  return best;
}

/** Who got something in this round got it after all others. */
function comesBefore(a: Place, b: Place): boolean {
  const share = a.load * b.capacity - b.load * a.capacity;
  return (share || a.turn - b.turn || a.lastAssignedMs - b.lastAssignedMs || a.userId - b.userId) < 0;
}
