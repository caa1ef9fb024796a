import { expect, test } from 'vitest';
import { KeyPresses } from './key-presses.ts';

/** What is told of keys that a node told at these moments, each 160 ms long unless said. */
function newKeysOf(...arrivals: [key: string, atMs: number, lengthMs?: number][]): string {
  const presses = new KeyPresses();
  return arrivals
    .filter(([key, atMs, lengthMs = 160]) => presses.isNew({ key, atMs, lengthMs }))
    .map(([key]) => key)
    .join('');
}

test('keys that sound one after another are told as they come, the same one as well', () => {
  expect(newKeysOf(['5', 0], ['5', 230], ['5', 460], ['7', 690])).toBe('5557');
  expect(newKeysOf(['5', 0, 100], ['5', 200, 100], ['5', 400, 100])).toBe('555');
});

test('a key by INFO that had to wait for one in the sound is told once', () => {
  // Came 30 ms after the other had ended, and was passed on after the pause.
  expect(newKeysOf(['5', 0], ['7', 30], ['7', 52])).toBe('57');
});

test('a key in the sound that had to wait for one by INFO is told once', () => {
  expect(newKeysOf(['7', 0], ['5', 190], ['5', 214])).toBe('75');
});

test('several by INFO at once are as many, however long they wait for each other', () => {
  expect(newKeysOf(['1', 0], ['2', 50], ['2', 90], ['2', 210], ['2', 430])).toBe('122');
  expect(newKeysOf(['1', 0], ['2', 20], ['3', 40], ['2', 205], ['3', 410])).toBe('123');
  expect(newKeysOf(['2', 0], ['2', 120], ['2', 210], ['2', 240], ['2', 360], ['2', 420], ['2', 630])).toBe('2222');
});

test('the same key again, long after one that had to wait, is another', () => {
  expect(newKeysOf(['1', 0], ['2', 50], ['2', 210], ['2', 900])).toBe('122');
  expect(newKeysOf(['1', 0], ['2', 50], ['2', 600])).toBe('122');
});
