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
import { hasCommit, lastRelease } from '../scripts/lib/interop/last-release.ts';
import { testDb } from './test-db.ts';

const { version, commit } = lastRelease();
// An archive without history, or a shallow clone, has no other version to compare with.
const isHere = existsSync('.git') && hasCommit(commit);

/** The schema as the last release lays it out. */
function releasedSchema(): { tables: SchemaFile[]; functions: SchemaFile[] } {
  const tree = mkdtempSync(join(tmpdir(), 'openseat-released-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  const archive = ['archive', commit, '--', 'platform/server/db', 'features'];
  execFileSync('tar', ['-x', '-C', tree], { input: execFileSync('git', archive, { maxBuffer: 1_000_000_000 }) });
  return { tables: migrations(tree), functions: databaseFunctions(tree) };
}

const namesIn = (files: readonly SchemaFile[]): string[] => files.map(({ name }) => name);

test.runIf(isHere)(
  `a database that ${version} made starts on this version, which remembers its migrations under the same names; ${version} starts on it again`,
  { timeout: 120_000 },
  async () => {
    const released = releasedSchema();
    expect(released.tables.length).toBeGreaterThan(190);
    const [tables, functions] = [migrations(), databaseFunctions()];
    const hashes = new Map(tables.map((file) => [file.name, hashOf(file)]));
    expect(namesIn(released.tables.filter((file) => hashes.get(file.name) !== hashOf(file)))).toEqual([]);
    expect(namesIn(released.functions).filter((name) => !namesIn(functions).includes(name))).toEqual([]);

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
