import { expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Presence } from '#shared/codes/presence.ts';
import { presenceOf, statusOfPresence } from './presence.ts';

test.each([
  [AgentStatus.available, Presence.free],
  [AgentStatus.onBreak, Presence.busy],
  [AgentStatus.eating, Presence.busy],
  [AgentStatus.arrangement, Presence.busy],
  [AgentStatus.offline, null],
])('[PHONE-18] status %i is presence %s', (status, presence) => {
  expect(presenceOf(status)).toBe(presence);
});

test('[PHONE-18] free is 67 and busy is 66, and what is chosen is what is shown', () => {
  expect(Presence.rows.map(({ code }) => [code, statusOfPresence(code)])).toEqual([
    [1, 67],
    [2, 66],
  ]);
  for (const { code } of Presence.rows) expect(presenceOf(statusOfPresence(code))).toBe(code);
});
