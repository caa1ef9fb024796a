/** Connections of a process where nobody says otherwise. */
export const POOL_MOST = 20;

/** Beside the pool of a process: the ear for notifications, a question whether the database is still there, a backup. */
const BESIDE_POOL = 3;

/** How many connections a database takes, and how many it has. */
export interface ConnectionRoom {
  /** For accounts like ours: what is kept for others is taken off. */
  most: number;
  used: number;
}

/** Why a process with so large a pool has no room: it never has (`never`), or not while the others have theirs (`now`). */
export function roomTrouble(pool: number, { most, used }: ConnectionRoom): 'never' | 'now' | null {
  const wanted = pool + BESIDE_POOL;
  if (wanted > most) return 'never';
  return wanted > most - used ? 'now' : null;
}
