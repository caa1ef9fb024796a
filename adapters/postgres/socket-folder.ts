import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresPlace } from './postgres-place.ts';

/** The system takes no longer address, with its ending, and what PostgreSQL names a socket. */
const LONGEST_PATH = 107;
const LONGEST_NAME = '/.s.PGSQL.65535'.length;

/**
 * Where PostgreSQL puts its socket: what is said by it does not go through the whole of TCP. Null where there can be none, as on a
 * long path; then the port alone serves.
 */
export function findSocketFolder({ folder, account }: PostgresPlace): string | null {
  const sockets = join(folder, 'socket');
  const isUsable = !/[",\n]/.test(sockets) && Buffer.byteLength(sockets) + LONGEST_NAME <= LONGEST_PATH;
  if (process.platform === 'win32' || !isUsable) return null;
  // What a killed predecessor left names a process that may be somebody else's by now.
  rmSync(sockets, { recursive: true, force: true });
  mkdirSync(sockets, { mode: 0o700 });
  if (account) chownSync(sockets, account.uid, account.gid);
  return sockets;
}

/** Settings that put it there; the password is asked for as on the port. */
export const socketSettings = (folder: string | null): Record<string, string> =>
  folder === null ? {} : { unix_socket_directories: `"${folder}"`, unix_socket_permissions: '0700' };

/** PostgreSQL did not start since its folder can hold no socket. */
export const isWithoutSockets = (problem: unknown): boolean =>
  problem instanceof Error && /Unix-domain socket/.test(problem.message);
