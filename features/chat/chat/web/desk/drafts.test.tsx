import { afterEach, expect, test } from 'vitest';
import { drafts } from './drafts.ts';

afterEach(() => localStorage.clear());
const kept = (): number => Object.keys(localStorage).filter((key) => key.startsWith('openseat.chat.draft.')).length;

test('[CHAT-07] what one began to write stays, of the newest hundred conversations, and of each person apart', () => {
  drafts.set(8, 1, 'of a colleague');
  for (let id = 1; id <= 150; id += 1) drafts.set(7, id, `Answer ${id}`);
  expect(kept()).toBe(101);
  expect([drafts.get(7, 50), drafts.get(7, 51), drafts.get(8, 1)]).toEqual(['', 'Answer 51', 'of a colleague']);
});

test('[CHAT-07] one that is written on counts as new, and what was sent leaves nothing behind', () => {
  for (let id = 1; id <= 100; id += 1) drafts.set(7, id, 'Answer');
  drafts.set(7, 1, 'Answer again');
  drafts.set(7, 101, 'Answer');
  expect([drafts.get(7, 1), drafts.get(7, 2)]).toEqual(['Answer again', '']);
  for (let id = 1; id <= 101; id += 1) drafts.set(7, id, '');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('openseat.chat.'))).toEqual([]);
});

test('drafts a browser kept before they were counted are counted with the others', () => {
  for (let id = 120; id >= 1; id -= 1) localStorage.setItem(`openseat.chat.draft.7.${id}`, 'Answer');
  drafts.set(7, 500, 'Answer');
  expect(kept()).toBe(100);
  expect([drafts.get(7, 21), drafts.get(7, 22), drafts.get(7, 500)]).toEqual(['', 'Answer', 'Answer']);
});
