import pg from 'pg';
import type { BackupManifest } from '#core/backup/backup-manifest.ts';
import { BackupProblem } from '#core/backup/backups.port.ts';
import type { ManifestStore } from './manifest-store.ts';
import { LogicalTables, quoted, rowsPath, TABLES_PATH } from './open-logical-database.ts';
import type { EntryWriter } from './restore-entry.ts';

export interface RestoredRowsWish {
  /** Of an empty database. */
  url: string;
  manifest: BackupManifest;
  manifests: ManifestStore;
  writer: EntryWriter;
  /** Makes the tables as these migrations do, and no others. */
  makeTables(schema: BackupManifest['schema']): Promise<void>;
  copyIn(
    pool: pg.Pool,
    statement: string,
  ): Promise<{
    write(chunk: Uint8Array): Promise<void>;
    end(): Promise<void>;
    abort(): void;
  }>;
  say(line: string): void;
  /** Whose connections find the host that takes writes, where there are several. */
  Client?: typeof pg.Client;
}

/**
 * Brings rows back into an empty database. Rules:
 * 1. Migrations make the tables; what they filled in themselves goes, since the backup has it.
 * 2. While rows come, nothing points at anything and no trigger runs: both are put back afterwards, and pointing is checked then.
 * 3. It is done whole, or the database is told to be of no use.
 */
export async function restoreRows(wish: RestoredRowsWish): Promise<{ tables: number; rows: number }> {
  const { url, manifest, writer, Client = pg.Client } = wish;
  const pool = new pg.Pool({
    Client: Client as never,
    connectionString: url,
    max: 2,
    application_name: 'openseat-restore',
  });
  pool.on('error', () => {});
  try {
    const { rows: there } = await pool.query<{ n: number }>(
      `select count(*)::int n from pg_class c join pg_namespace s on s.oid = c.relnamespace where c.relkind in ('r', 'p') and s.nspname in ('public', 'graphile_worker')`,
    );
    if (there[0]!.n > 0)
      throw new BackupProblem(
        'refused',
        'The database of DATABASE_URL has tables already: name one that is empty. Nothing was changed.',
      );
    await wish.makeTables(manifest.schema);
    const wanted = await readTables(wish);
    const made = await madeTables(pool);
    for (const { schema, name, partition } of wanted.tables)
      if (!made.includes(`${schema}.${name}`)) {
        if (!partition) throw new BackupProblem('damaged', `The migrations make no table ${schema}.${name}.`);
        await pool.query(
          `create table ${quoted(schema)}.${quoted(name)} partition of ${partition.of} ${partition.bound}`,
        );
      }
    const again = await loosen(pool);
    const all = wanted.tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`);
    await pool.query(`truncate ${all.join(', ')}`);
    const places = new Map(wanted.tables.map((table) => [rowsPath(table), table]));
    let rows = 0;
    for await (const entry of wish.manifests.entries(manifest.id)) {
      const table = places.get(entry.path);
      if (!table || entry.bytes === 0) continue;
      wish.say(`${table.name} …`);
      const columns = table.columns.map(quoted).join(', ');
      const copy = await wish.copyIn(
        pool,
        `copy ${quoted(table.schema)}.${quoted(table.name)} (${columns}) from stdin`,
      );
      try {
        for await (const bytes of writer.bytesOf(entry)) await copy.write(bytes);
        await copy.end();
      } finally {
        copy.abort();
      }
      rows += table.rows;
    }
    await pool.query(
      'select setval(to_regclass(c.name), c.value, c.called) from unnest($1::text[], $2::bigint[], $3::boolean[]) c (name, value, called)',
      [
        wanted.counters.map(({ name }) => name),
        wanted.counters.map(({ value }) => value),
        wanted.counters.map(({ isCalled }) => isCalled),
      ],
    );
    await pool.query(again.join(';\n'));
    await pool.query('analyze');
    return { tables: wanted.tables.length, rows };
  } finally {
    await pool.end();
  }
}

async function readTables({ manifests, manifest, writer }: RestoredRowsWish): Promise<LogicalTables> {
  for await (const entry of manifests.entries(manifest.id))
    if (entry.path === TABLES_PATH) {
      const parts: Buffer[] = [];
      for await (const bytes of writer.bytesOf(entry)) parts.push(Buffer.from(bytes));
      return LogicalTables.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
    }
  throw new BackupProblem('damaged', `The backup ${manifest.id} does not say which tables it has.`);
}

async function madeTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
  );
  return rows.map(({ name }) => name);
}

/** Takes what points at these tables, from whichever schema, and their triggers away; answers the statements that bring them back. */
async function loosen(pool: pg.Pool): Promise<string[]> {
  const { rows: pointing } = await pool.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) add
      from pg_constraint c join pg_class t on t.oid = c.confrelid join pg_namespace n on n.oid = t.relnamespace
      where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('public', 'graphile_worker') order by 1`,
  );
  const { rows: triggered } = await pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text "name" from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace
      where not g.tgisinternal and n.nspname in ('public', 'graphile_worker') order by 1`,
  );
  // Several statements sent together are one transaction.
  await pool.query(
    [
      ...triggered.map(({ name }) => `alter table ${name} disable trigger user`),
      ...pointing.map(({ drop }) => drop),
    ].join(';\n'),
  );
  return [...pointing.map(({ add }) => add), ...triggered.map(({ name }) => `alter table ${name} enable trigger user`)];
}
