import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlace } from './postgres-place.ts';
import { aFolder, aLog } from './postgres.fixture.ts';

const asRoot = process.getuid?.() === 0;

test('the database lives in the data folder', () => {
  const dataDir = aFolder();
  expect(findPlace(dataDir, aLog()).folder).toBe(join(dataDir, 'postgres'));
});

describe.runIf(asRoot)('root, with data folders that nobody may enter', () => {
  function aMachine() {
    const home = aFolder(0o700);
    const systemFolder = join(aFolder(), 'system');
    const log = aLog();
    const find = (dataDir: string) => findPlace(dataDir, log, systemFolder).folder;
    /** A place with something in it. */
    const use = (dataDir: string) => {
      const place = find(dataDir);
      mkdirSync(join(place, 'cluster'));
      writeFileSync(join(place, 'cluster', 'rows'), dataDir);
      return place;
    };
    return {
      home,
      systemFolder,
      log,
      find,
      use,
      hasRows: (place: string) => existsSync(join(place, 'cluster', 'rows')),
    };
  }

  test('two clones never share a database', () => {
    const { home, find, use } = aMachine();
    const one = use(join(home, 'one'));
    expect(find(join(home, 'two'))).not.toBe(one);
    expect(find(join(home, 'one'))).toBe(one);
  });

  test('an emptied data folder means an empty database, and the former one is kept', () => {
    const { home, systemFolder, log, find, use, hasRows } = aMachine();
    const dataDir = join(home, 'data');
    use(dataDir);
    rmSync(dataDir, { recursive: true });
    expect(hasRows(find(dataDir))).toBe(false);
    expect(log.lines).toEqual([expect.stringMatching(/^The data folder was emptied: its former database is kept in /)]);
    const [kept] = readdirSync(systemFolder).filter((name) => name.includes('.before-'));
    expect(hasRows(join(systemFolder, kept!))).toBe(true);
  });

  test('a data folder that was moved keeps its database', () => {
    const { home, find, use, hasRows } = aMachine();
    use(join(home, 'before'));
    renameSync(join(home, 'before'), join(home, 'after'));
    expect(hasRows(find(join(home, 'after')))).toBe(true);
    expect(hasRows(find(join(home, 'after')))).toBe(true);
  });

  test('a copied data folder starts with an empty database and leaves the first alone', () => {
    const { home, find, use, hasRows } = aMachine();
    use(join(home, 'first'));
    cpSync(join(home, 'first'), join(home, 'copy'), { recursive: true });
    expect(hasRows(find(join(home, 'copy')))).toBe(false);
    expect(hasRows(find(join(home, 'first')))).toBe(true);
  });
});
