import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { SEALED_ENDING } from '#core/files/file-keys.ts';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { OutgoingFile } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { zip, type ZipEntry } from '#platform/server/zip.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { TenantExport } from '../contract.ts';

/*
 * Everything a tenant has, as one archive. Rules:
 * 1. `tables/<name>.jsonl` has a line of JSON for each row the tenant's own requests could read; what opens something (passwords, tokens,
 *    keys, sealed texts) is left out. `files/<id>-<name>` are its files; `contents.json` says what is in it.
 *    A file that is damaged or gone is no reason to have none of the others: `damaged.json` names it, with how much of it is there.
 * 2. It is written by one job, begun anew when it breaks off; it is there, whole, or not at all.
 * 3. A closed tenant is deleted after its archive exists, or was expressly refused.
 * 4. It is kept for a month, of a closed tenant for a month beyond its deletion.
 */

type ExportWorld = Pick<World, 'db' | 'files' | 'clock' | 'log'>;

const TASK = 'tenants.export';
/** Before the keys of archives, which are no tenant's. */
const EXPORT_KEYS = 'installation/';
const KEPT_DAYS = 30;
const SECRET_COLUMN = '(secret|sealed|hash|token|ha1|password|seed|hook_key|p256dh)|^auth$';
/** What happens to pass by, and what another table says already. */
const LEFT_OUT: ReadonlySet<string> = new Set(['outbox', 'realtime_event', 'tenant_usage']);

export async function beginExport(tx: Tx, tenantId: number, askedBy: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tenant_export (of_tenant, asked_by) values (${tenantId}, ${askedBy}) returning id`.execute(tx.as());
  const { id } = rows[0]!;
  await tx.enqueue(TASK, { exportId: id }, { queue: TASK });
  await pushTenantsChanged(tx, { about: tenantId });
  return id;
}

/** Nobody wants an archive of it: one is waited for no more. */
export async function refuseArchive(tx: Tx, tenantId: number, by: string): Promise<void> {
  await sql`insert into tenant_export (of_tenant, asked_by, refused_at) values (${tenantId}, ${by}, now())`.execute(
    tx.as(),
  );
  await pushTenantsChanged(tx, { about: tenantId });
}

/** SQL: whether an archive of a tenant `t` was made since it was closed, or expressly refused. */
const hasArchive = sql`exists (
  select 1 from tenant_export e where e.of_tenant = t.id and e.asked_at >= coalesce(t.state_at, '-infinity') and coalesce(e.ready_at, e.refused_at) is not null)`;

/** SQL: whether a tenant `t` may go: its term is over, and nothing of it is waited for. */
export const mayBeDeleted = sql<boolean>`(t.state = 'closed' and coalesce(t.delete_at <= now(), false) and ${hasArchive})`;

/** Whether a closed tenant still waits for its archive. */
export async function awaitsExport(tx: Tx, tenantId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from tenant t where t.id = ${tenantId} and t.state = 'closed' and not ${hasArchive}`.execute(
      tx.as(),
    );
  return rows.length > 0;
}

interface ExportRow {
  id: number;
  asked_by: string;
  asked_at: string;
  begun_at: string | null;
  ready_at: string | null;
  failed_at: string | null;
  refused_at: string | null;
  bytes: number | null;
  file_key: string | null;
  expires_at: string | null;
}

export async function exportsOf(tx: Tx, tenantId: number): Promise<TenantExport[]> {
  const { rows } = await sql<ExportRow>`
    select * from tenant_export where of_tenant = ${tenantId} order by id desc limit 10`.execute(tx.as());
  return rows.map((row) => ({
    id: row.id,
    state: stateOf(row),
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    bytes: row.bytes,
    readyAt: row.ready_at,
    expiresAt: row.expires_at,
  }));
}

function stateOf({ begun_at, ready_at, failed_at, refused_at, file_key }: ExportRow): TenantExport['state'] {
  if (refused_at !== null) return 'refused';
  if (ready_at !== null) return file_key === null ? 'expired' : 'ready';
  if (failed_at !== null) return 'failed';
  return begun_at === null ? 'waiting' : 'making';
}

export async function openExport(
  { db, files }: Pick<World, 'db' | 'files'>,
  { tenantId, exportId }: { tenantId: number; exportId: number },
): Promise<OutgoingFile> {
  const { rows } = await db.everyTenant('an archive of the operator', (tx) =>
    sql<{ file_key: string | null; bytes: number; ready_at: string | null }>`
      select file_key, bytes, ready_at from tenant_export where id = ${exportId} and of_tenant = ${tenantId}`.execute(
      tx.as(),
    ),
  );
  const row = rows[0];
  if (!row) throw new Failure('notFound');
  if (row.ready_at === null) throw new Failure('downloadNotReady');
  if (row.file_key === null) throw new Failure('downloadExpired');
  const { file_key: key, bytes } = row;
  return {
    name: `tenant-${tenantId}-${row.ready_at.slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    bytes,
    async body(range) {
      const found = await files.get(key, range);
      if (!found) throw new Failure('fileGone');
      return found.content instanceof Readable ? found.content : Readable.from(found.content);
    },
  };
}

/** Whether an archive is kept under a key; null for keys of other files. For who moves files. */
export async function isExportKept(db: Db, key: string): Promise<boolean | null> {
  if (!key.startsWith(EXPORT_KEYS)) return null;
  const { rows } = await db.everyTenant('files of all tenants are moved', (tx) =>
    sql`select 1 from tenant_export where file_key = ${key}`.execute(tx.as()),
  );
  return rows.length > 0;
}

export const exportJob = (world: ExportWorld): Job => ({
  task: TASK,
  waits: true,
  async run({ exportId }: { exportId: number }) {
    const tenantId = await begin(world.db, exportId);
    if (tenantId === null) return;
    const key = `${EXPORT_KEYS}${randomUUID()}${SEALED_ENDING}`;
    try {
      const { bytes } = await world.files.put(key, zip(entriesOf(world, tenantId), { atMs: world.clock.nowMs() }));
      await finish(world.db, { exportId, tenantId, key, bytes });
    } catch (problem) {
      await world.files.remove(key).catch(() => {});
      await world.db.everyTenant('an archive of the operator', async (tx) => {
        await sql`update tenant_export set failed_at = now() where id = ${exportId}`.execute(tx.as());
        await pushTenantsChanged(tx, { about: tenantId });
      });
      throw problem;
    }
  },
});

/** Whose archive it is; null where it is made already, or the tenant is gone. */
async function begin(db: Db, exportId: number): Promise<number | null> {
  return db.everyTenant('an archive of the operator', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update tenant_export e set begun_at = now(), failed_at = null from tenant t
      where e.id = ${exportId} and e.ready_at is null and t.id = e.of_tenant returning t.id`.execute(tx.as());
    if (rows[0]) await pushTenantsChanged(tx, { about: rows[0].id });
    return rows[0]?.id ?? null;
  });
}

const finish = (db: Db, { exportId, tenantId, key, bytes }: MadeExport): Promise<void> =>
  db.everyTenant('an archive of the operator', async (tx) => {
    await sql`update tenant_export e set ready_at = now(), bytes = ${bytes}, file_key = ${key},
        expires_at = greatest(now(), (select t.delete_at from tenant t where t.id = e.of_tenant)) + ${KEPT_DAYS} * interval '1 day'
      where e.id = ${exportId}`.execute(tx.as());
    await pushTenantsChanged(tx, { about: tenantId });
  });

interface MadeExport {
  exportId: number;
  tenantId: number;
  key: string;
  bytes: number;
}

export async function* entriesOf({ db, files, clock, log }: ExportWorld, tenantId: number): AsyncGenerator<ZipEntry> {
  const tables = await tablesOf(db);
  yield {
    name: 'contents.json',
    content: Buffer.from(
      JSON.stringify(
        { tenantId, writtenAt: toWireTime(clock.nowMs()), tables: tables.map(({ name }) => name) },
        null,
        2,
      ),
    ),
  };
  for (const { name, secrets } of tables)
    yield {
      name: `tables/${name}.jsonl`,
      content: plainLines(
        db.copyOut({ tenantId }, sql`select to_jsonb(r) - ${secrets}::text[] from ${sql.raw(`"${name}"`)} r`),
      ),
    };
  const damaged: DamagedFile[] = [];
  const note = (file: DamagedFile): void => {
    damaged.push(file);
    log.warn({ tenantId, ...file }, 'a file of an exported tenant is not whole');
  };
  for await (const file of filesOf(db, tenantId)) {
    const entry = `files/${file.id}-${safeName(file.name)}`;
    const found = await files.get(file.key).catch(unlessDamaged);
    if (found === undefined) note({ fileId: file.id, name: file.name, why: 'damaged', keptBytes: 0 });
    else if (found === null) note({ fileId: file.id, name: file.name, why: 'gone', keptBytes: 0 });
    else
      yield {
        name: entry,
        content: asFarAsWhole(found.content, (keptBytes) =>
          note({ fileId: file.id, name: file.name, why: 'damaged', keptBytes }),
        ),
      };
  }
  if (damaged.length > 0) yield { name: 'damaged.json', content: Buffer.from(JSON.stringify(damaged, null, 2)) };
}

interface DamagedFile {
  fileId: number;
  name: string;
  why: 'damaged' | 'gone';
  /** The beginning that is in the archive. */
  keptBytes: number;
}

/** A store that is away is no damage: the whole is tried again later. */
function unlessDamaged(thrown: unknown): undefined {
  if (!(thrown instanceof Failure) || thrown.name !== 'fileDamaged') throw thrown;
}

async function* asFarAsWhole(
  content: AsyncIterable<Uint8Array>,
  broken: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  } catch (thrown) {
    unlessDamaged(thrown);
    broken(bytes);
  }
}

/** Tables that hold rows of tenants and that their requests may read. */
async function tablesOf(db: Db): Promise<{ name: string; secrets: string[] }[]> {
  const { rows } = await db.everyTenant('looks at the catalogue', (tx) =>
    sql<{ name: string; secrets: string[] }>`
      select c.relname::text name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (a.attname ~ ${SECRET_COLUMN} or not has_column_privilege('openseat_app', c.oid, a.attnum, 'select'))) secrets
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege('openseat_app', c.oid, 'select')
        and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
      union all select unnest(array['tenant', 'member_account']), '{}' order by 1`.execute(tx.as()),
  );
  return rows.filter(({ name }) => !LEFT_OUT.has(name));
}

const FILES_AT_ONCE = 500;

async function* filesOf(db: Db, tenantId: number): AsyncGenerator<{ id: number; name: string; key: string }> {
  for (let after = 0; ;) {
    const { rows } = await db.everyTenant('files of a tenant that is exported', (tx) =>
      sql<{ id: number; name: string; key: string }>`
        select id, name, key from stored_file where tenant_id = ${tenantId} and id > ${after} and deleted_at is null order by id limit ${FILES_AT_ONCE}`.execute(
        tx.as(),
      ),
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** COPY doubles backslashes; JSON has no other character that it would change. */
async function* plainLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece.toString('utf8').replaceAll('\\\\', '\\'));
}

const safeName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100) || 'file';

/** Archives whose month is over. */
export const expiryJob = ({ db, files }: Pick<World, 'db' | 'files'>): Job => ({
  task: 'tenants.expireExports',
  cron: '41 * * * *',
  async run() {
    const { rows } = await db.everyTenant('archives of the operator', (tx) =>
      sql<{ id: number; key: string }>`
        select id, file_key "key" from tenant_export where expires_at <= now() and file_key is not null limit 100`.execute(
        tx.as(),
      ),
    );
    for (const { id, key } of rows) {
      await files.remove(key);
      await db.everyTenant('archives of the operator', (tx) =>
        sql`update tenant_export set file_key = null where id = ${id}`.execute(tx.as()),
      );
    }
  },
});
