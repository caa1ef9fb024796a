import { z } from 'zod';
import { POOL_MOST } from '#core/database/connection-room.ts';
import { readAddress } from '#core/database/database-address.ts';

/** Jobs, leases and what is told to browsers keep some of them for themselves. */
const POOL_LEAST = 10;

const address = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');
const isReadable = (url: string): boolean => readAddress(url) !== null;
const UNREADABLE = 'must be postgres://user:password@host:port/name, or several host:port with commas between';
const wants = (url: string): string => readAddress(url)?.sessionAttrs ?? 'any';

export const databaseSettings = {
  /** One host or several, of which the one that takes writes is found. */
  DATABASE_URL: address
    .refine(isReadable, UNREADABLE)
    .refine(
      (url) => ['any', 'read-write', 'primary'].includes(wants(url)),
      'target_session_attrs must be read-write: everything here writes',
    )
    .optional(),
  /** Copies that follow it and answer heavy reads. */
  DATABASE_READ_URL: address
    .refine(isReadable, UNREADABLE)
    .refine(
      (url) => !['read-write', 'primary'].includes(wants(url)),
      'names copies that follow the database: target_session_attrs cannot be read-write',
    )
    .optional(),
  /** Connections of this process to each of them. */
  DATABASE_POOL: z.coerce.number().int().min(POOL_LEAST).max(1_000).default(POOL_MOST),
};

export interface DatabasePlaces {
  /** Null: the embedded one. */
  databaseUrl: string | null;
  databaseReadUrl: string | null;
  databasePool: number;
}

/** Answers a line to print where it cannot be used. */
export function readDatabasePlaces(s: {
  DATABASE_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  DATABASE_POOL: number;
}): DatabasePlaces | string {
  if (s.DATABASE_READ_URL && !s.DATABASE_URL)
    return 'Setting DATABASE_READ_URL needs DATABASE_URL: the embedded database has no copies.';
  return {
    databaseUrl: s.DATABASE_URL ?? null,
    databaseReadUrl: s.DATABASE_READ_URL ?? null,
    databasePool: s.DATABASE_POOL,
  };
}
