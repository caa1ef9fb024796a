import { afterAll, expect, test } from 'vitest';
import { testDb } from '#test/test-db.ts';
import { growingTables } from './growing-tables.ts';

const { db, close } = await testDb();
afterAll(close);

test('tables that grow are tidied up by counts, not by a fifth of themselves', async () => {
  const { rows } = await db.pool.query<{ name: string; options: string[] | null }>(
    `select relname name, reloptions options from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1)`,
    [[...growingTables]],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...growingTables].sort());
  const byShare = rows.filter(
    ({ options }) =>
      !options?.includes('autovacuum_vacuum_scale_factor=0.01') || !options.some((one) => /analyze_scale/.test(one)),
  );
  expect(byShare.map(({ name }) => name)).toEqual([]);
});
