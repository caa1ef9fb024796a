import { rmSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import type { Db } from '#platform/server/db/db.ts';
import { dataFolder } from './product.ts';

/** An empty PostgreSQL for one bench; `settings` go over our own. */
export async function benchDatabase(settings: Record<string, string> = {}): Promise<{
  url: string;
  dataDir: string;
  /** At this moment: one that was killed is started again. */
  readonly pid: number;
  stop(): Promise<void>;
}> {
  const dataDir = dataFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => {} });
  // A bench that fails leaves nothing running.
  const end = (): void => void process.kill(postgres.pid, 'SIGINT');
  process.once('exit', end);
  return {
    url: postgres.url,
    dataDir,
    get pid() {
      return postgres.pid;
    },
    async stop() {
      process.off('exit', end);
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Fills tables without indexes, triggers and references, which would be looked at for every row: a million rows in a minute
 * instead of ten. Afterwards all are there again.
 */
export async function fillBare(
  db: Db,
  tables: readonly string[],
  fill: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text name, pg_get_indexdef(i.indexrelid) definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text "table", conname name, pg_get_constraintdef(oid) definition from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await fill(client);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition} not valid`);
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
  client.release(true);
}
