import type pg from 'pg';
import { hashOf, type SchemaFile } from './schema-files.ts';

/**
 * Brings the functions of the database to what their files say, when one of them changed or a migration ran since: all in
 * one transaction, so that whoever dies or fails in between leaves what was before.
 *
 * Every file is run twice. At first bodies are not looked at, so that the order of files says nothing about who may call
 * whom; then they are, and what names something that is not there fails here and not at a customer's.
 *
 * A file that is gone is forgotten and its function stays: to drop one is for a migration, after the last who calls it.
 */
export async function applyFunctions(client: pg.Client, wanted: readonly SchemaFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_function');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const changed = wanted.filter((file) => applied.get(file.name) !== hashOf(file));
  if (changed.length === 0 && applied.size === wanted.length) return [];
  await client.query('begin');
  try {
    for (const check of ['off', 'on']) {
      await client.query(`set local check_function_bodies = ${check}`);
      for (const file of wanted) await run(client, file);
    }
    await client.query('delete from schema_function');
    await client.query('insert into schema_function (name, hash) select * from unnest($1::text[], $2::text[])', [
      wanted.map((file) => file.name),
      wanted.map(hashOf),
    ]);
    await client.query('commit');
  } catch (thrown) {
    // A line that is cut has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw thrown;
  }
  return changed.map((file) => file.name);
}

async function run(client: pg.Client, { name, sql }: SchemaFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (thrown) {
    throw new Error(`function ${name} failed: ${(thrown as Error).message}`, { cause: thrown });
  }
}
