import pg from 'pg';
import { z } from 'zod';
import type { BackupDatabase } from './backup-database.ts';
import { restoredFromOf, schemaOf } from './open-embedded-database.ts';

/*
 * A PostgreSQL of somebody's own, of which we have a connection and nothing else. Rules:
 * 1. All rows are read in one transaction that sees one moment (repeatable read): what is kept is whole, and of that moment alone.
 * 2. Tables are not described: the product's migrations, named in the manifest, make them again.
 * 3. What the migrations keep about themselves is not copied.
 */

/** What is needed to bring rows back: tables in the order of their names, and where counters stood. */
export const LogicalTables = z.object({
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** A partition that somebody may have made later than the migrations. */
      partition: z.object({ of: z.string(), bound: z.string() }).nullable(),
    }),
  ),
  counters: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type LogicalTables = z.infer<typeof LogicalTables>;
export const TABLES_PATH = 'database/tables.json';
export const rowsPath = ({ schema, name }: { schema: string; name: string }): string =>
  `database/${schema}.${name}.copy`;

const SCHEMAS = ['public', 'graphile_worker'];
const OWN_BOOKS = ['public.schema_migration', 'public.schema_function', 'graphile_worker.migrations'];
/** What the database promises about names, as a statement holds them. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The lines of `copy (query) to stdout`. */
export type CopyRows = (client: pg.ClientBase, query: string) => AsyncGenerator<Buffer>;

interface LogicalOptions {
  url: string;
  copyRows: CopyRows;
  /** Whose connections find the host that takes writes, where there are several. */
  Client?: typeof pg.Client;
}

export function openLogicalDatabase({ url, copyRows, Client = pg.Client }: LogicalOptions): BackupDatabase {
  return {
    way: 'logical',
    wal: null,
    async open() {
      const client = new Client({ connectionString: url, application_name: 'openseat-backup' });
      client.on('error', () => {});
      await client.connect();
      try {
        await client.query('begin isolation level repeatable read read only');
        await client.query('set local statement_timeout = 0');
        await client.query('set local idle_in_transaction_session_timeout = 0');
        const { rows } = await client.query<{ version: string; at: number; bytes: number }>(
          `select current_setting('server_version') version, (extract(epoch from clock_timestamp()) * 1000)::float8 at, pg_database_size(current_database())::float8 bytes`,
        );
        const { version, at, bytes } = rows[0]!;
        return {
          postgres: { version, systemId: '' },
          schema: await schemaOf(client),
          bytes: Number(bytes),
          restoredFrom: await restoredFromOf(client),
          async keep(bundle) {
            const found = await tablesIn(client);
            for (const table of found.tables) {
              const columns = table.columns.map(quoted).join(', ');
              const from = `${quoted(table.schema)}.${quoted(table.name)}`;
              const lines = counted(copyRows(client, `select ${columns} from only ${from}`), table);
              await bundle.addStream(rowsPath(table), lines);
            }
            await bundle.addSmall(TABLES_PATH, Buffer.from(JSON.stringify(found)));
            await bundle.send();
            await client.query('commit');
            return { wal: null, finishedAtMs: Math.ceil(Number(at)) };
          },
          close: () => client.end(),
        };
      } catch (thrown) {
        await client.end();
        throw thrown;
      }
    },
  };
}

const NEW_LINE = 10;
async function* counted(pieces: AsyncIterable<Buffer>, table: { rows: number }): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    for (const byte of piece) if (byte === NEW_LINE) table.rows += 1;
    yield piece;
  }
}

async function tablesIn(client: pg.ClientBase): Promise<LogicalTables> {
  const { rows: tables } = await client.query<LogicalTables['tables'][number]>(
    `select n.nspname::text schema, c.relname::text "name", 0 "rows",
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) columns,
        case when c.relispartition then json_build_object('of', i.inhparent::regclass::text, 'bound', pg_get_expr(c.relpartbound, c.oid)) end partition
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid and c.relispartition
      where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p' and n.nspname || '.' || c.relname <> all($2) order by 1, 2`,
    [SCHEMAS, OWN_BOOKS],
  );
  const { rows: names } = await client.query<{ name: string }>(
    `select c.oid::regclass::text "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and c.relkind = 'S' order by 1`,
    [SCHEMAS],
  );
  const counters: LogicalTables['counters'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text "value", is_called "isCalled" from ${name}`,
    );
    counters.push({ name, ...rows[0]! });
  }
  return { tables, counters };
}
