import { expect, test } from 'vitest';
import { finalStatusOf, type AttemptEnd } from '#features/outbound/campaigns/core/attempt-end.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { CompletionStatus } from '#shared/codes/completion-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import type { ConnectionStatus } from '#shared/codes/connection-status.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { aiStatusOf, completionOf, conditionOf, connectionOf, statusShownAs } from './ai-call-status.ts';

const line = (more: Partial<Extract<AttemptEnd, { by: 'line' }>> = {}): AttemptEnd => ({
  by: 'line',
  cause: 'failed',
  sipStatus: null,
  wasAnswered: false,
  rangMs: null,
  earlyVoicemail: false,
  gaveUp: false,
  ...more,
});

test.each<[AiCallStatus, string, AttemptEnd]>([
  [10, 'somebody answered', line({ wasAnswered: true, cause: 'normal' })],
  [11, 'no number by its shape', { by: 'plan', refused: 'wrongNumber' }],
  [12, 'the way broke', line()],
  [13, 'the line is engaged', line({ cause: 'busy', sipStatus: 486 })],
  [14, 'they want no calls', line({ cause: 'busy', sipStatus: 600 })],
  [15, 'they declined', line({ cause: 'rejected', sipStatus: 603, rangMs: 4_000 })],
  [16, 'no plan could be made', { by: 'plan', refused: 'unavailable' }],
  [17, 'the sentences could not be spoken', { by: 'speech' }],
  [18, 'the server went down in between', { by: 'nobody' }],
  [19, 'they are on the blacklist', { by: 'plan', refused: 'numberBlacklisted' }],
  [20, 'the task was stopped', { by: 'stop' }],
  [21, 'the money was gone', { by: 'plan', refused: 'dialerOverdue', detail: 'balance' }],
  [22, 'a country that is not called', { by: 'plan', refused: 'countryNotAllowed' }],
  [23, 'the network knows no such number', line({ sipStatus: 404 })],
  [24, 'it rang until the network gave up', line({ cause: 'noAnswer', sipStatus: 480, rangMs: 30_000 })],
  [25, 'nothing came back', line({ cause: 'noAnswer', gaveUp: true })],
  [26, 'a mailbox spoke before the answer', line({ earlyVoicemail: true, cause: 'normal' })],
  [27, 'it rang until we gave up', line({ rangMs: 30_000, gaveUp: true })],
  [28, 'the route has no line', { by: 'plan', refused: 'noTrunk' }],
  [29, 'the lines are full', { by: 'plan', refused: 'noTrunk', detail: 'allFull' }],
])('[TASK-04] an AI call is %i where %s', (status, _, end) => {
  expect(aiStatusOf(finalStatusOf(end))).toBe(status);
});

test('[TASK-04] while it lasts an AI call is 1 to 5, and 6 while its sentences are spoken', () => {
  expect(LiveCallStatus.rows.map(({ code }) => [code, aiStatusOf(code)])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [14, 6],
  ]);
});

test('[TASK-04] every status of AI calls is one of attempts, so that lists are filtered by it', () => {
  for (const { code } of AiCallStatus.rows) expect(aiStatusOf(statusShownAs(code))).toBe(code);
  const kept = [...LiveCallStatus.rows, ...FinalCallStatus.rows].map(({ code }) => aiStatusOf(code));
  expect(new Set(kept).size).toBe(kept.length);
});

test('[TASK-04] completion is the live status until the call is over, then 6', () => {
  expect(completionOf(LiveCallStatus.synthesizing)).toBe(CompletionStatus.synthesizing);
  expect(completionOf(LiveCallStatus.ringing)).toBe(CompletionStatus.ringing);
  for (const { code } of FinalCallStatus.rows) expect(completionOf(code)).toBe(CompletionStatus.completed);
});

test('[TASK-04] a call is connected once somebody picked up', () => {
  expect([true, false].map((wasAnswered) => conditionOf({ wasAnswered }))).toEqual([
    ConditionStatus.connected,
    ConditionStatus.notConnected,
  ]);
});

test.each<[ConnectionStatus, LiveCallStatus | FinalCallStatus, 'none' | 'goesOn' | 'over']>([
  [0, LiveCallStatus.synthesizing, 'none'],
  [1, LiveCallStatus.dialing, 'none'],
  [3, LiveCallStatus.ringing, 'none'],
  [2, LiveCallStatus.talking, 'none'],
  [5, LiveCallStatus.talking, 'goesOn'],
  [4, LiveCallStatus.talking, 'over'],
  [0, FinalCallStatus.talked, 'over'],
])('[TASK-04] the connection is %i where an attempt is %i and its talk %s', (connection, status, talk) => {
  expect(connectionOf(status, talk)).toBe(connection);
});
