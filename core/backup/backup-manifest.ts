import { z } from 'zod';

/** `20261118T093000Z-1f3a`: sorts by its beginning. */
export const BackupId = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{4}$/);

/** `physical` is the database's own files and its log, to any moment; `logical` is rows as they were at one. */
export const backupWays = ['physical', 'logical'] as const;

/** What a backup says of itself; the list of its contents lies beside it. */
export const BackupManifest = z.object({
  format: z.literal(1),
  id: BackupId,
  way: z.enum(backupWays),
  begunAtMs: z.number().int(),
  /** The database is whole from this moment on. */
  finishedAtMs: z.number().int(),
  postgres: z.object({
    version: z.string(),
    /** The cluster's own number; empty where it cannot be asked. */
    systemId: z.string(),
  }),
  /** Migrations that had run, by name and hash. */
  schema: z.array(z.tuple([z.string(), z.string()])),
  /** Segments of the log a restore cannot do without. */
  wal: z.object({ first: z.string(), last: z.string() }).nullable(),
  /** `elsewhere`: some lie in a store of their own, and this backup has the names of those alone. */
  files: z.enum(['folder', 'elsewhere']),
  /** Which keys secrets in it are sealed under; the keys themselves are not in it. */
  keys: z.array(z.string()),
  contents: z.object({
    entries: z.number().int(),
    databaseBytes: z.number().int(),
    fileBytes: z.number().int(),
    files: z.number().int(),
    sha256: z.string(),
  }),
  /** What it took on the disk beyond the backups before. */
  addedBytes: z.number().int(),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** One file of a backup; a path that ends in `/` is a folder. */
export const BackupEntry = z.object({
  path: z.string().max(1_000),
  bytes: z.number().int().nonnegative(),
  changedMs: z.number().optional(),
  /** Where its bytes lie: name of the object, from where, how many. */
  pieces: z.array(z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.number().int(), z.number().int()])),
  /** Its bytes are kept by somebody else. */
  isElsewhere: z.boolean().optional(),
});
export type BackupEntry = z.infer<typeof BackupEntry>;

/** The newest backup that was whole at this moment; of `latest` the newest of all. */
export function backupFor<B extends Pick<BackupManifest, 'finishedAtMs'>>(
  backups: readonly B[],
  toMs: number,
): B | null {
  return (
    backups.filter(({ finishedAtMs }) => finishedAtMs <= toMs).toSorted((a, b) => b.finishedAtMs - a.finishedAtMs)[0] ??
    null
  );
}
