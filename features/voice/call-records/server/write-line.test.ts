import { expect, test } from 'vitest';
import { openWriteLine } from './write-line.ts';

class Away extends Error {}

/** Writes when told to, and remembers the pieces. */
function aSlowWriter({ refuses = () => false }: { refuses?: (entry: string) => boolean } = {}) {
  const pieces: [number, string[]][] = [];
  const gates: (() => void)[] = [];
  let away = 0;
  const line = openWriteLine<string>({
    retryMs: 1,
    isAway: (thrown) => thrown instanceof Away,
    async write(tenantId, entries) {
      await new Promise<void>((resolve) => gates.push(resolve));
      if (away > 0) {
        away -= 1;
        throw new Away();
      }
      if (entries.some(refuses)) throw new Error('refused');
      pieces.push([tenantId, [...entries]]);
    },
  });
  const letThrough = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()!();
  };
  return {
    line,
    pieces,
    letThrough,
    beAway: (times: number) => {
      away = times;
    },
  };
}

test('what comes while something is being written is written in one piece, in order', async () => {
  const { line, pieces, letThrough } = aSlowWriter();
  const all = ['a', 'b', 'c', 'd'].map((entry) => line.add(1, entry));
  await letThrough();
  await letThrough();
  await Promise.all(all);
  expect(pieces).toEqual([
    [1, ['a']],
    [1, ['b', 'c', 'd']],
  ]);
});

test('what is said together is written together where a piece gathers', async () => {
  const pieces: string[][] = [];
  const line = openWriteLine<string>({
    isAway: () => false,
    write: async (_tenantId, entries) => void pieces.push([...entries]),
    gather: () => new Promise((whole) => setImmediate(whole)),
  });
  const first = line.add(1, 'a');
  await Promise.resolve();
  await Promise.all([first, line.add(1, 'b'), line.add(1, 'c')]);
  expect(pieces).toEqual([['a', 'b', 'c']]);
});

test('tenants do not wait for one another', async () => {
  const { line, pieces, letThrough } = aSlowWriter();
  const all = [line.add(1, 'a'), line.add(2, 'b'), line.add(3, 'c')];
  for (let n = 0; n < 3; n += 1) await letThrough();
  await Promise.all(all);
  expect(pieces.map(([tenantId]) => tenantId).sort()).toEqual([1, 2, 3]);
});

test('a bad entry is refused alone', async () => {
  const { line, pieces, letThrough } = aSlowWriter({ refuses: (entry) => entry === 'bad' });
  const all = Promise.allSettled(['a', 'b', 'bad', 'c'].map((entry) => line.add(1, entry)));
  for (let n = 0; n < 5; n += 1) await letThrough();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(pieces.map(([, entries]) => entries)).toEqual([['a'], ['b'], ['c']]);
});

test('while the database is away the line waits, and nothing is lost or doubled', async () => {
  const { line, pieces, letThrough, beAway } = aSlowWriter();
  beAway(3);
  const all = ['a', 'b'].map((entry) => line.add(1, entry));
  for (let n = 0; n < 5; n += 1) await letThrough();
  await Promise.all(all);
  expect(pieces.flatMap(([, entries]) => entries)).toEqual(['a', 'b']);
});

test('settled waits for what stood in line', async () => {
  const { line, pieces, letThrough } = aSlowWriter();
  void line.add(1, 'a');
  void line.add(1, 'b');
  const settled = line.settled(1);
  await letThrough();
  await letThrough();
  await settled;
  expect(pieces).toHaveLength(2);
});

test('a stop writes what waits, takes nothing more, and does not wait for a database that is away', async () => {
  const { line, pieces, letThrough, beAway } = aSlowWriter();
  const first = line.add(1, 'a');
  const stopped = line.stop();
  await expect(line.add(1, 'late')).rejects.toThrow('closed');
  await letThrough();
  await Promise.all([first, stopped]);
  expect(pieces).toEqual([[1, ['a']]]);

  const other = aSlowWriter();
  other.beAway(1_000);
  const lost = other.line.add(1, 'a');
  const over = other.line.stop();
  await other.letThrough();
  await expect(lost).rejects.toBeInstanceOf(Away);
  await over;
  beAway(0);
});

test('a line that rests gathers the next piece, and writes it at once when it is stopped', async () => {
  const pieces: string[][] = [];
  const line = openWriteLine<string>({
    restMs: 600_000,
    isAway: () => false,
    write: async (_tenantId, entries) => void pieces.push([...entries]),
  });
  await line.add(1, 'a');
  const [b, c] = [line.add(1, 'b'), line.add(1, 'c')];
  expect(pieces).toEqual([['a']]);
  await line.stop();
  await Promise.all([b, c]);
  expect(pieces).toEqual([['a'], ['b', 'c']]);
});
