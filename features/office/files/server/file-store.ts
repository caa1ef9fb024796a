import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { SEALED_ENDING } from '#core/files/file-keys.ts';
import type { Files } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';
import type { Db, OnBehalf, TenantTx } from '#platform/server/db/db.ts';
import type { OpenPart } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { storageRoom } from '#platform/server/storage-quota.ts';
import type { World } from '#platform/server/world.ts';
import { filesRepo, type StoredFileRow, type FilesTables } from './files.repo.ts';

/*
 * Bytes and rows. Rules:
 * 1. A row exists only once its bytes are complete on disk.
 * 2. Before bytes are written, their sweeping is already enqueued: whatever breaks off between bytes and row is removed later.
 * 3. A deleted row's bytes go after the transaction that deleted it has committed, by the same sweeping.
 */

const SWEEP_TASK = 'files.sweep';
/** Longer than any upload or export may take. */
const SWEEP_AFTER_MS = 6 * 3_600_000;

/** Files that are kept beyond the storage of the plan, and count. */
const KEPT_ANYWAY: ReadonlySet<string> = new Set(['recording', 'prompt']);

/** On whose behalf a file is kept. */
export interface FileOwner extends OnBehalf {
  userId: number | null;
}

export interface NewFile {
  /** What it is for. Files of other purposes than `uploadPurposes` leave by the routes of their own feature only. */
  purpose: string;
  name: string;
  mediaType: string;
  /** As far as it is known beforehand: what does not fit into the plan is refused before a byte of it is kept. */
  bytes?: number;
  content: AsyncIterable<Uint8Array>;
  /** Joins the transaction that writes the row; a throw here undoes the file. */
  within?: (tx: TenantTx, fileId: number) => Promise<void>;
}

/** A stored file being read. */
export interface OpenFile {
  name: string;
  mediaType: string;
  /** Of the whole file, also when a range is read. */
  bytes: number;
  content: Readable;
}

/** Keeps a file. It is there, whole, when this answers; after a throw there is nothing. */
export async function storeFile(
  { db, files }: Pick<World, 'db' | 'files'>,
  owner: FileOwner,
  file: NewFile,
): Promise<StoredFileRow> {
  const key = `t${owner.tenantId}/${randomUUID()}${SEALED_ENDING}`;
  // What was said in a call is kept whatever the plan says: it cannot be said again.
  const isWithinPlan = !KEPT_ANYWAY.has(file.purpose);
  // Not `owner` itself: the entry in the operation log belongs to the transaction that writes the row.
  const roomBytes = await db.tenant({ tenantId: owner.tenantId }, async (tx) => {
    const room = isWithinPlan ? await storageRoom(tx) : Infinity;
    if (room < Math.max(file.bytes ?? 0, 1)) throw new Failure('storageQuota');
    await tx.enqueue(SWEEP_TASK, { tenantId: owner.tenantId, key }, { key: `sweep:${key}`, afterMs: SWEEP_AFTER_MS });
    return room;
  });
  const { bytes } = await files.put(key, within(file.content, roomBytes));
  try {
    return await db.tenant(owner, async (tx) => {
      const row = await filesRepo(tx.as<FilesTables>()).insert({
        owner_id: owner.userId,
        purpose: file.purpose,
        name: file.name,
        media_type: file.mediaType,
        bytes,
        key,
      });
      await file.within?.(tx, row.id);
      return row;
    });
  } catch (thrown) {
    // Where the database went away the row may be there, and only its word lost: who took the bytes would leave a row without. What is
    // nobody's, or cannot be removed now, is swept later.
    const isUnsure = thrown instanceof Failure && thrown.name === 'unavailable';
    if (!isUnsure) await files.remove(key).catch(() => {});
    throw thrown;
  }
}

/** What grows beyond its room while it is written is refused, and nothing of it is kept. */
async function* within(content: AsyncIterable<Uint8Array>, roomBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > roomBytes) throw new Failure('storageQuota');
    yield chunk;
  }
}

/** Opens a file of the tenant; `range` is inclusive, as in HTTP. Who may see it is the caller's business. */
export async function openFile(
  { db, files }: Pick<World, 'db' | 'files'>,
  who: OnBehalf,
  id: number,
  range?: { from: number; to: number },
): Promise<OpenFile> {
  return opened(files, await rowOf(db, who, id), range);
}

/** A file on its way to a browser: whole, or in the parts a player asks for. Who may see it is the caller's business. */
export async function outgoingFile(
  { db, files }: Pick<World, 'db' | 'files'>,
  who: OnBehalf,
  id: number,
): Promise<{ name: string; mediaType: string; bytes: number; body: OpenPart }> {
  const row = await rowOf(db, who, id);
  const { name, media_type: mediaType, bytes } = row;
  return { name, mediaType, bytes, body: async (range) => (await opened(files, row, range)).content };
}

async function rowOf(db: Db, { tenantId }: OnBehalf, id: number): Promise<StoredFileRow> {
  const row = await db.tenant({ tenantId }, (tx) => filesRepo(tx.as<FilesTables>()).find(id));
  if (!row) throw new Failure('notFound');
  return row;
}

async function opened(files: Files, row: StoredFileRow, range?: { from: number; to: number }): Promise<OpenFile> {
  const found = await files.get(row.key, range);
  if (!found) throw new Failure('fileGone');
  // A stream stays itself: whoever gives it up half-way must be able to close it.
  const content = found.content instanceof Readable ? found.content : Readable.from(found.content);
  if (found.bytes !== row.bytes) {
    content.on('error', () => {}).destroy();
    throw new Failure('fileDamaged');
  }
  return { name: row.name, mediaType: row.media_type, bytes: found.bytes, content };
}

/** Deletes a file inside a transaction; its bytes follow once that has committed. */
export async function deleteFile(tx: TenantTx, id: number): Promise<boolean> {
  const key = await filesRepo(tx.as<FilesTables>()).markDeleted(id);
  if (key === null) return false;
  await tx.enqueue(SWEEP_TASK, { tenantId: tx.tenantId, key }, { key: `sweep:${key}` });
  return true;
}

/** Removes bytes that no row speaks for. */
export const sweepJob = ({ db, files }: { db: Db } & Pick<World, 'files'>): Job => ({
  task: SWEEP_TASK,
  evenInactive: true,
  async run({ tenantId, key }: { tenantId: number; key: string }) {
    const isKept = await db.tenant({ tenantId }, (tx) => filesRepo(tx.as<FilesTables>()).isKept(key));
    if (!isKept) await files.remove(key);
  },
});

/** Whether a file of any tenant is kept under a key; for who moves files. */
export const isFileKept = async (db: Db, key: string): Promise<boolean> => {
  const { rows } = await db.everyTenant('files of all tenants are moved', (tx) =>
    sql`select 1 from stored_file where key = ${key} and deleted_at is null`.execute(tx.as()),
  );
  return rows.length > 0;
};

const UNFINISHED_MS = 24 * 3_600_000;

/** Takes away, by night, what broke off while it was written: parts of large files cost room wherever they lie. */
export const unfinishedJob = ({ files, log }: Pick<World, 'files' | 'log'>): Job => ({
  task: 'files.forgetUnfinished',
  cron: '23 4 * * *',
  waits: true,
  async run() {
    const gone = await files.forgetUnfinished(UNFINISHED_MS);
    if (gone > 0) log.info({ files: gone }, 'unfinished files were taken away');
  },
});
