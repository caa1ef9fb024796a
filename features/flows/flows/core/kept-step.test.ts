import { expect, test } from 'vitest';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { keptStep, type TestedStep } from './kept-step.ts';

test.each<[string, TestedStep, object]>([
  ['words', { action: FlowTestAction.sendText, text: 'Sales' }, { heard: 'Sales' }],
  ['nothing', { action: FlowTestAction.sendText, text: ' ' }, { silent: true }],
  ['keys', { action: FlowTestAction.pressKeys, text: '1 2#' }, { keys: '12#' }],
  ['speaking into it', { action: FlowTestAction.interrupt, text: 'Stop' }, { interrupts: 'Stop' }],
  [
    'a transfer nobody took',
    { action: FlowTestAction.stage, text: 'nobody', asked: 'transfer' },
    { answer: { ok: false, why: 'noAnswer' } },
  ],
  [
    'a transfer that was answered',
    { action: FlowTestAction.stage, text: 'answered', asked: 'transfer' },
    { answer: { ok: true, what: 'done' } },
  ],
  [
    'a message',
    { action: FlowTestAction.stage, text: 'Call me', asked: 'voicemail' },
    { answer: { ok: true, what: 'done' } },
  ],
])('[FLOW-11] %s in a test is kept as what it was to the flow', (_name, done, step) => {
  expect(keptStep(done)).toEqual(step);
});
