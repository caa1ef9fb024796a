import { expect, test } from 'vitest';
import { aConversation } from './inbox.fixture.ts';
import { waitingChats } from './waiting-chats.ts';

const at = (minute: number): string => `2026-11-15 10:${String(minute).padStart(2, '0')}:00`;
const calm = (id: number, minute: number) =>
  aConversation({ id, last_at: at(minute), unread: 0, unanswered_since: null, react_by: null, answer_by: null });

test('beside calls the most urgent chat stands first: what is due soonest, what is owed, then the newest', () => {
  const rows = [
    calm(1, 1),
    calm(2, 30),
    { ...calm(3, 2), unread: 1, unanswered_since: at(2) },
    { ...calm(4, 3), unread: 1, unanswered_since: at(3), answer_by: at(20) },
    { ...calm(5, 4), unread: 1, react_by: at(5), answer_by: at(40) },
  ];
  expect(waitingChats(rows).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
});
