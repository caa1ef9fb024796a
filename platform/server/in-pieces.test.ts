import { expect, test } from 'vitest';
import { inPieces } from './in-pieces.ts';

/** Writes down which pieces were done; each waits until it is let go. */
function aWorkshop(refuses: (item: string) => boolean = () => false) {
  const pieces: string[][] = [];
  const doors: (() => void)[] = [];
  const run = async (key: number, items: readonly string[]): Promise<string[]> => {
    pieces.push([...items]);
    await new Promise<void>((open) => doors.push(open));
    const bad = items.find(refuses);
    if (bad) throw new Error(bad);
    return items.map((item) => `${key} ${item}`);
  };
  const letGo = async (count = 1): Promise<void> => {
    for (let done = 0; done < count; done += 1) {
      await expect.poll(() => doors.length).toBeGreaterThan(0);
      doors.shift()!();
    }
  };
  return { pieces, run, letGo };
}

test('what is asked for at one moment is one piece, and what comes while it is done is the next', async () => {
  const { pieces, run, letGo } = aWorkshop();
  const ask = inPieces(run, () => false);
  const first = [ask(1, 'a'), ask(1, 'b')];
  await expect.poll(() => pieces.length).toBe(1);
  const second = [ask(1, 'c'), ask(1, 'd')];
  await letGo(2);
  expect(await Promise.all([...first, ...second])).toEqual(['1 a', '1 b', '1 c', '1 d']);
  expect(pieces).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('keys do not wait for one another', async () => {
  const { pieces, run, letGo } = aWorkshop();
  const ask = inPieces(run, () => false);
  const both = [ask(1, 'a'), ask(2, 'b')];
  await expect.poll(() => pieces.length).toBe(2);
  await letGo(2);
  expect(await Promise.all(both)).toEqual(['1 a', '2 b']);
});

test('one that is patient goes along with one that is not, before its patience is over', async () => {
  const { pieces, run, letGo } = aWorkshop();
  const ask = inPieces(run, () => false);
  const patient = ask(1, 'patient', 600_000);
  const other = ask(1, 'now');
  await letGo();
  expect(await Promise.all([patient, other])).toEqual(['1 patient', '1 now']);
  expect(pieces).toHaveLength(1);
});

test('one that nobody joins is done when its patience is over', async () => {
  const { run, letGo } = aWorkshop();
  const ask = inPieces(run, () => false);
  const alone = ask(1, 'alone', 1);
  await letGo();
  expect(await alone).toBe('1 alone');
});

test('only the asker of a bad one hears that it failed', async () => {
  const { run, letGo } = aWorkshop((item) => item === 'bad');
  const ask = inPieces(run, () => false);
  const all = Promise.allSettled([ask(1, 'good'), ask(1, 'bad'), ask(1, 'fine')]);
  await letGo(4);
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('what is nobody’s fault fails for all at once', async () => {
  const { pieces, run, letGo } = aWorkshop(() => true);
  const ask = inPieces(run, () => true);
  const all = Promise.allSettled([ask(1, 'a'), ask(1, 'b')]);
  await letGo();
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(pieces).toHaveLength(1);
});
