import { expect, test } from 'vitest';
import { mergeOf } from './two-calls.ts';

const call = (callId: string, some: Partial<Parameters<typeof mergeOf>[0][number]> = {}) => ({
  callId,
  state: 'talking' as const,
  role: 'agent' as const,
  direction: 'inbound' as const,
  transfer: null,
  startedMs: 0,
  ...some,
});

test.each([
  ['the older one stays', [call('b', { startedMs: 2 }), call('a', { startedMs: 1 })], 'a', 'b'],
  ['the customer’s stays', [call('a', { direction: 'internal' }), call('b', { startedMs: 1 })], 'b', 'a'],
  [
    'the one I serve stays',
    [call('a', { direction: 'internal', role: 'colleague' }), call('b', { startedMs: 1, direction: 'internal' })],
    'b',
    'a',
  ],
])('[CALL-22] two conversations become one: %s', (_why, calls, callId, otherCallId) => {
  expect(mergeOf(calls)).toEqual({ callId, otherCallId });
});

test.each([
  ['one alone', [call('a')]],
  ['one that rings', [call('a'), call('b', { state: 'ringing' })]],
  ['one that is listened to', [call('a'), call('b', { role: 'supervisor' })]],
  ['one in which somebody is consulted', [call('a'), call('b', { transfer: {} })]],
  ['two in which a colleague serves', [call('a', { role: 'colleague' }), call('b', { role: 'colleague' })]],
])('[CALL-22] nothing is joined to %s', (_what, calls) => {
  expect(mergeOf(calls)).toBeNull();
});
