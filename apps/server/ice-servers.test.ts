import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { iceServersFor } from './ice-servers.ts';

test('without servers a browser is told of none', () => {
  expect(iceServersFor({ stunUrls: [], turnUrls: [], turnSecret: null }, '100001', 0)).toEqual([]);
});

test('TURN credentials belong to one phone and run out after a day', () => {
  const nowMs = Date.UTC(2026, 10, 15);
  const [stun, turn] = iceServersFor(
    { stunUrls: ['stun:a.example'], turnUrls: ['turn:b.example'], turnSecret: 'a shared secret' },
    '100001',
    nowMs,
  );
  expect(stun).toEqual({ urls: ['stun:a.example'] });
  const [end, user] = turn!.username!.split(':');
  expect(Number(end)).toBe(nowMs / 1_000 + 86_400);
  expect(user).toBe('100001');
  expect(turn!.credential).toBe(createHmac('sha1', 'a shared secret').update(turn!.username!).digest('base64'));
});
