import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '#test/test-db.ts';
import { migrate, SchemaTooNew } from './migrate.ts';
import { databaseFunctions, migrations } from './schema-files.ts';
import { schemaStanding } from './schema-standing.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const expand = { name: 'demo/2099-01-01-01-nickname.sql', sql: 'create table nickname (old text, new text)' };
const contract = {
  name: 'demo/2099-01-02-01-contract-nickname.sql',
  sql: 'alter table nickname drop column old',
};
const columns = async (): Promise<string[]> => {
  const { rows } = await opened.db.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'nickname' order by 1`,
  );
  return rows.map((row) => row.column_name);
};

test('what takes something away waits until it is asked for; until then the version before starts again, afterwards it says why not', async () => {
  const [before, after] = [migrations(), [...migrations(), expand, contract]];
  expect(await migrate(opened.url, after)).toEqual([expand.name]);
  expect(await columns()).toEqual(['new', 'old']);
  // The version before knows neither, and goes on beside it.
  expect(await migrate(opened.url, before)).toEqual([]);
  expect(await schemaStanding(opened.db.pool)).toEqual({ missing: [], unreadable: [] });

  expect(await migrate(opened.url, after, databaseFunctions(), { finish: true })).toEqual([contract.name]);
  expect(await columns()).toEqual(['new']);
  expect(await migrate(opened.url, after)).toEqual([]);
  await expect(migrate(opened.url, before)).rejects.toThrow(SchemaTooNew);
  await expect(migrate(opened.url, before)).rejects.toThrow(/belongs to a newer version.*contract-nickname/);
  // One that runs already is taken out of the balancer.
  expect((await schemaStanding(opened.db.pool)).unreadable).toEqual([contract.name]);
});
