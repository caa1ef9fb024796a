import { expect, test } from 'vitest';
import { openEndings, StoppedMeanwhile } from './endings.ts';

test('what was begun ends backwards, and what hangs or fails keeps nothing else from its end', async () => {
  const endings = openEndings();
  const ended: string[] = [];
  await endings.begun(async () => void ended.push('database'), 1_000);
  await endings.begun(() => new Promise(() => {}), 1);
  await endings.begun(() => Promise.reject(new Error('broken')), 1_000);
  await endings.begun(async () => void ended.push('calls'), 1_000);
  await endings.end();
  expect(ended).toEqual(['calls', 'database']);
});

test('what begins while everything ends is ended at once, and the start goes no further', async () => {
  const endings = openEndings();
  await endings.end();
  let isEnded = false;
  await expect(endings.begun(async () => void (isEnded = true), 1_000)).rejects.toThrow(StoppedMeanwhile);
  expect(isEnded).toBe(true);
});
