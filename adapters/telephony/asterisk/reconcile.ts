/** What a node has of one application, and what we thought it had. */
export interface NodeFindings {
  /** Channels we have legs for. */
  known: readonly string[];
  /** Every channel of the application that lives, by its id, with the words Stasis was entered with. */
  channels: readonly { id: string; isPart: boolean }[];
  bridges: readonly { id: string; channels: readonly string[] }[];
}

/** What is to be done about the difference. */
export interface Reconciliation {
  /** There, and not in our book: legs an earlier process made, or that came while we were away. */
  adopt: string[];
  /** In our book, and not there any more. */
  gone: string[];
  /** Snoops and programs of nobody. */
  hangUp: string[];
  /** Bridges nobody of ours is in. */
  remove: string[];
  /** Conversations that go on: the room, and who is in it. */
  rooms: { room: string; channels: string[] }[];
}

const isRoom = (bridge: string): boolean => bridge.startsWith('room-');

/**
 * Compares after a process took over, or had lost the line to a node. Whoever talks goes on talking. What stood in for somebody is taken
 * away only where its leg is gone: a supervisor who listens goes on listening.
 */
export function reconcile({ known, channels, bridges }: NodeFindings): Reconciliation {
  const living = new Set(channels.map(({ id }) => id));
  const legs = channels.filter(({ isPart }) => !isPart).map(({ id }) => id);
  const ours = new Set(legs);
  const had = new Set(known);
  const isOfNobody = (part: string): boolean =>
    !bridges.some(({ channels: inside }) => inside.includes(part) && inside.some((one) => ours.has(one)));
  return {
    adopt: legs.filter((id) => !had.has(id)),
    gone: known.filter((id) => !living.has(id)),
    hangUp: channels.flatMap(({ id, isPart }) => (isPart && isOfNobody(id) ? [id] : [])),
    remove: bridges.flatMap(({ id, channels: inside }) => (inside.some((one) => ours.has(one)) ? [] : [id])),
    rooms: bridges.flatMap(({ id, channels: inside }) => {
      const members = inside.filter((one) => ours.has(one));
      return isRoom(id) && members.length > 0 ? [{ room: id, channels: members }] : [];
    }),
  };
}
