import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { keepPrivate } from './private-folder.ts';

const before = process.umask();
afterEach(() => void process.umask(before));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.runIf(process.platform !== 'win32')(
  'the data folder, what lies in it and what comes is for its owner alone',
  () => {
    const room = mkdtempSync(join(tmpdir(), 'openseat-private-'));
    onTestFinished(() => rmSync(room, { recursive: true }));
    const dataDir = join(room, 'data');
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    mkdirSync(join(dataDir, 'backups', 'wal'), { recursive: true });
    writeFileSync(join(dataDir, 'outbox.jsonl'), '');
    for (const open of [dataDir, join(dataDir, 'files'), join(dataDir, 'backups')]) chmodSync(open, 0o755);
    chmodSync(join(dataDir, 'outbox.jsonl'), 0o644);

    keepPrivate(dataDir);
    writeFileSync(join(dataDir, 'new'), '');
    mkdirSync(join(dataDir, 'recordings'));
    // Root's database runs as somebody else, who must be able to pass through.
    for (const passed of [dataDir, join(dataDir, 'backups')])
      expect(modeOf(passed)).toBe(process.getuid!() === 0 ? '711' : '700');
    expect(['files', 'recordings'].map((name) => modeOf(join(dataDir, name)))).toEqual(['700', '700']);
    expect(['outbox.jsonl', 'new'].map((name) => modeOf(join(dataDir, name)))).toEqual(['600', '600']);
  },
);
