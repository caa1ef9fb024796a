import type { Identity } from '../http/caller.ts';

/** Whose sockets are open at this process. */
export interface PeopleHere {
  socketsOf(userId: number): number;
  /** One more is open. Answers who it is: the sockets of a page say the same of their person, which is kept once. */
  came(identity: Identity): Identity;
  left(userId: number): void;
}

export function peopleHere(): PeopleHere {
  const here = new Map<number, { sockets: number; identity: Identity }>();
  return {
    socketsOf: (userId) => here.get(userId)?.sockets ?? 0,
    came(identity) {
      const known = here.get(identity.userId);
      if (!known) {
        here.set(identity.userId, { sockets: 1, identity });
        return identity;
      }
      known.sockets += 1;
      if (!isSame(known.identity, identity)) known.identity = identity;
      return known.identity;
    },
    left(userId) {
      const known = here.get(userId);
      if (!known) return;
      known.sockets -= 1;
      if (known.sockets === 0) here.delete(userId);
    },
  };
}

const isSame = (one: Identity, other: Identity): boolean =>
  Object.keys({ ...one, ...other }).every((field) => one[field as keyof Identity] === other[field as keyof Identity]);
