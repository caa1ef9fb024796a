import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { AiCallMessage } from '../contract.ts';
import { tabOf, talkFilters, talkQuery } from './talk-query.ts';
import { familyOf, timingsOf, wordsOf } from './talk-words.ts';

const NOW = Date.UTC(2026, 10, 15, 12);

test('[SHELL-27] the tab is the one in the address, else the one the menu asked for, else all calls', () => {
  expect([
    tabOf('1', 3),
    tabOf('', 3),
    tabOf('', 2),
    tabOf('', undefined),
    tabOf('9', undefined),
    tabOf('x', 2),
  ]).toEqual([1, 3, 2, 3, 3, 3]);
});

test('[FLOW-11] filters become what the server is asked for, in the days of the reader', () => {
  expect(
    talkQuery(
      { ...talkFilters, result: '23', flow: '8', search: ' 5255 ', from: '2026-11-10', to: '2026-11-11' },
      3,
      'America/Mexico_City',
      NOW,
    ),
  ).toEqual({
    show: 'calls',
    startDate: '2026-11-10 06:00:00',
    endDate: '2026-11-12 06:00:00',
    result: AiCallResult.transferFailed,
    flowId: 8,
    search: '5255',
  });
});

test('[FLOW-11] what goes on now is asked for without days and results; nonsense in the address counts for nothing', () => {
  expect(talkQuery({ ...talkFilters, result: '23', from: '2026-11-10' }, 1, 'UTC', NOW)).toEqual({ show: 'live' });
  expect(talkQuery({ ...talkFilters, result: '999', flow: 'x', from: 'yesterday' }, 2, 'UTC', NOW)).toEqual({
    show: 'tests',
    startDate: '2026-10-17 00:00:00',
    endDate: '2026-11-16 00:00:00',
  });
});

const message = (msgType: MessageType, msgInfo: Record<string, unknown> = {}, time_ms = 0): AiCallMessage => ({
  msgId: 'a-1',
  msgType,
  time_ms,
  createTs: 0,
  stepId: null,
  msgInfo,
  node_choose: '',
  recordUrl: '',
});

test('[FLOW-11] times are told by part: how often, shortest, mean and longest', () => {
  const messages = [
    message(MessageType.latency, {}, 400),
    message(MessageType.latency, {}, 600),
    message(MessageType.asrTiming, {}, 90),
  ];
  expect(timingsOf(messages)).toEqual([
    { type: MessageType.asrTiming, times: 1, low: 90, mean: 90, high: 90 },
    { type: MessageType.latency, times: 2, low: 400, mean: 500, high: 600 },
  ]);
});

test('[FLOW-05] a row is told in its plainest words, by its family', () => {
  expect(wordsOf(message(MessageType.userSaid, { text: 'help', confidence: 0.9 }))).toBe('help');
  expect(wordsOf(message(MessageType.latency, {}, 430))).toBe('430 ms');
  expect(wordsOf(message(MessageType.variableSet, { attrKey: 'wish', value: 'sales' }))).toBe('wish = sales');
  expect(familyOf(message(MessageType.botNode))).toBe('botNode');
});
