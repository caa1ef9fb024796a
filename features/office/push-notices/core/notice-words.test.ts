import { expect, test } from 'vitest';
import { noticeKinds } from '#core/push/notice-kinds.ts';
import { noticeFor, noticeManners } from './notice-words.ts';

const about = { title: 'A chat waits for you', who: 'Lucía Torres', address: '/interactive/chat?id=7', tag: 'chat-7' };

test('[push] a name stands in a notice only where the team wants names', () => {
  expect(noticeFor({ ...about, saysNames: false }).body).toBe('');
  expect(noticeFor({ ...about, saysNames: true }).body).toBe('Lucía Torres');
});

test('[push] however long a name is, the notice fits what makers of browsers take', () => {
  const { body } = noticeFor({ ...about, who: '👩‍💻 龘'.repeat(2_000), saysNames: true });
  expect([...body]).toHaveLength(120);
  expect(body.endsWith('…')).toBe(true);
  expect(Buffer.byteLength(JSON.stringify({ ...about, body }))).toBeLessThan(3_900);
});

test('[push] every kind says how long it is worth something', () => {
  for (const kind of noticeKinds) expect(noticeManners[kind].ttlSec).toBeGreaterThan(0);
});
