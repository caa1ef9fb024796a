import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FilesKey, FilesKeys } from '#core/files/files-keys.port.ts';
import type { Db, Tx } from '#platform/server/db/db.ts';

const SECRET_BYTES = 32;
const WHY = 'keys of files belong to the installation';
/** A key another process made is known after so long at the latest; what was sealed under it is opened at once. */
const FRESH_MS = 60_000;

interface KeyRow {
  id: number;
  secret: Buffer;
}

const boundOf = (id: number): string => `files key ${id}`;

/** Keys are read once and kept; the first is made when it is first asked for. */
export function openFilesKeys(db: Db, nowMs: () => number): FilesKeys {
  const known = new Map<number, FilesKey>();
  let newestId = 0;
  let readMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function readAll(): Promise<void> {
    const rows = await db.everyTenant(WHY, async (tx) => {
      const found = await allKeys(tx);
      if (found.length > 0) return found;
      // Of processes that make the first at once one has it.
      await sql`select pg_advisory_xact_lock(hashtextextended('files.key', 0))`.execute(tx.as());
      if ((await allKeys(tx)).length === 0) await addKey(db, tx);
      return allKeys(tx);
    });
    for (const { id, secret } of rows) known.set(id, { id, secret: db.keys.open(secret, boundOf(id)) });
    newestId = rows.at(-1)!.id;
    readMs = nowMs();
  }
  const learn = (): Promise<void> => (reading ??= readAll().finally(() => (reading = null)));

  return {
    async newest() {
      if (nowMs() - readMs > FRESH_MS) await learn();
      return known.get(newestId)!;
    },
    async find(id) {
      if (!known.has(id)) await learn();
      return known.get(id) ?? null;
    },
  };
}

const allKeys = async (tx: Tx): Promise<KeyRow[]> =>
  (await sql<KeyRow>`select id, secret from files_key order by id`.execute(tx.as())).rows;

async function addKey({ keys }: Pick<Db, 'keys'>, tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('files_key', 'id'))::int id`.execute(tx.as());
  const { id } = rows[0]!;
  const sealed = keys.seal(randomBytes(SECRET_BYTES), boundOf(id));
  await sql`insert into files_key (id, secret) values (${id}, ${sealed})`.execute(tx.as());
}

/** Seals keys anew, under the key that is first now, where they are not; answers how many. */
export const resealFilesKeys = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant(WHY, async (tx) => {
    const { rows } = await sql<KeyRow>`select id, secret from files_key order by id for update`.execute(tx.as());
    const old = rows.filter(({ secret }) => !keys.isFresh(secret));
    for (const { id, secret } of old)
      await sql`update files_key set secret = ${keys.seal(keys.open(secret, boundOf(id)), boundOf(id))} where id = ${id}`.execute(
        tx.as(),
      );
    return old.length;
  });

/** New files are sealed under a new key from now on, where there were files before. */
export const renewFilesKey = (db: Db): Promise<void> =>
  db.everyTenant(WHY, async (tx) => {
    if ((await allKeys(tx)).length > 0) await addKey(db, tx);
  });
