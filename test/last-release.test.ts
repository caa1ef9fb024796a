import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import {
  databaseFunctions,
  hashOf,
  isContract,
  migrations,
  type SchemaFile,
} from '#platform/server/db/schema-files.ts';
import { schemaStanding } from '#platform/server/db/schema-standing.ts';
import { hasCommit, lastRelease } from '../scripts/lib/last-release.ts';
import { testDb } from './test-db.ts';

const { version, commit } = lastRelease();
/** An archive without history, or a shallow clone, has no other version to compare with. */
const lacks = existsSync('.git') && hasCommit(commit) ? null : `the commit of ${version} is not here`;

/** The schema as the last release lays it out. */
function releasedSchema(): { tables: SchemaFile[]; functions: SchemaFile[] } {
  const tree = mkdtempSync(join(tmpdir(), 'openseat-released-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  const archive = ['archive', commit, '--', 'platform/server/db', 'features'];
  execFileSync('tar', ['-x', '-C', tree], { input: execFileSync('git', archive, { maxBuffer: 1_000_000_000 }) });
  return { tables: migrations(tree), functions: databaseFunctions(tree) };
}

/** Whether a contract among these takes away all that this file makes: then no version that comes after calls it. */
function isDroppedIn(tables: readonly SchemaFile[], { sql }: SchemaFile): boolean {
  const made = [...sql.matchAll(/create or replace (?:function|procedure) (\w+)/gi)].map(([, name]) => name!);
  const contracts = tables.filter(({ name }) => isContract(name));
  return made.length > 0 && made.every((name) => contracts.some((one) => dropOf(name).test(one.sql)));
}
const dropOf = (name: string): RegExp =>
  new RegExp(`drop (?:function|procedure|routine) (?:if exists )?(?:public\\.)?${name}\\b`, 'i');

const namesIn = (files: readonly SchemaFile[]): string[] => files.map(({ name }) => name);

test('a function that a contract of ours drops is missed by nobody; of a file whose other functions stay it is', () => {
  const file = (name: string, sql: string): SchemaFile => ({ name, sql });
  const released = file('a/old.sql', 'create or replace function old_one(a int) returns int as $$ select 1 $$;');
  const drop = 'drop function if exists old_one(int);';
  expect(isDroppedIn([file('a/2026-12-01-01-contract-old.sql', drop)], released)).toBe(true);
  expect(isDroppedIn([file('a/2026-12-01-01-old.sql', drop)], released), 'at once').toBe(false);
  expect(isDroppedIn([file('a/2026-12-01-01-contract-old.sql', 'drop function old_one_more();')], released)).toBe(
    false,
  );
  const both = file('a/old.sql', `${released.sql} create or replace function kept() returns int as $$ select 1 $$;`);
  expect(isDroppedIn([file('a/2026-12-01-01-contract-old.sql', drop)], both)).toBe(false);
});

test.skipIf(lacks)(
  `a database that ${version} made starts on this version, which remembers its migrations under the same names; ${version} starts on it again${lacks ? ` (left out: ${lacks})` : ''}`,
  { timeout: 120_000 },
  async () => {
    const released = releasedSchema();
    expect(released.tables.length).toBeGreaterThan(190);
    const [tables, functions] = [migrations(), databaseFunctions()];
    const hashes = new Map(tables.map((file) => [file.name, hashOf(file)]));
    expect(namesIn(released.tables.filter((file) => hashes.get(file.name) !== hashOf(file)))).toEqual([]);
    const stillCalled = released.functions.filter((file) => !isDroppedIn(tables, file));
    expect(namesIn(stillCalled).filter((name) => !namesIn(functions).includes(name))).toEqual([]);

    const { url, db, close } = await testDb({ isBare: true });
    onTestFinished(close);
    expect(await migrate(url, released.tables, released.functions)).toEqual(namesIn(released.tables));
    const newer = tables.filter(({ name }) => !namesIn(released.tables).includes(name) && !isContract(name));
    expect(await migrate(url)).toEqual(namesIn(newer));
    expect(await schemaStanding(db.pool)).toEqual({ missing: [], unreadable: [] });
    // It comes back beside the newer one.
    expect(await migrate(url, released.tables, released.functions)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  },
);
