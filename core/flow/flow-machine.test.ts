import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { flowMachine } from './flow-machine.ts';
import { aFlow, play } from './flow.fixture.ts';
import { openRun } from './run.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });

const hotel = aFlow(
  {
    hello: { kind: 'say', settings: { spoken: words('Hello {{name}}.') } },
    what: {
      kind: 'listen',
      settings: {
        spoken: words('What can I do for you?'),
        again: words('Sorry?'),
        tries: 2,
        intents: [
          { key: 'book', name: 'Book', examples: ['I want to book a room'] },
          { key: 'cancel', name: 'Cancel', examples: ['cancel my booking'] },
        ],
      },
    },
    booked: { kind: 'hangUp', settings: { spoken: words('Done.') } },
  },
  ['start next hello', 'hello next what', 'what book booked'],
);

test('[FLOW-11] a conversation says what it has to, goes by what was meant, and ends with a result', () => {
  const { said, messageTypes, result } = play(hotel, ['said', { heard: 'I would like to book a room please' }], {
    name: 'Ana',
  });
  expect(said).toEqual(['Hello Ana.', 'What can I do for you?', 'Done.']);
  expect(messageTypes).toContain(MessageType.intentDetected);
  expect(result).toBe(AiCallResult.communicated);
});

test('[FLOW-11] what was not understood is asked again, until it was too often (max-times)', () => {
  const { said, messageTypes, result } = play(hotel, [
    'said',
    { heard: 'the weather' },
    'said',
    { heard: 'the weather' },
  ]);
  expect(said).toEqual(['Hello .', 'What can I do for you?', 'Sorry?', 'What can I do for you?']);
  expect(messageTypes).toContain(MessageType.maxNotUnderstood);
  expect(result).toBe(AiCallResult.communicated);
});

test('[FLOW-11] a circle ends as a system exception', () => {
  const circle = aFlow(
    { one: { kind: 'say', settings: { spoken: words('') } }, two: { kind: 'say', settings: { spoken: words('') } } },
    ['start next one', 'one next two', 'two next one'],
  );
  const { messageTypes, result } = play(circle, []);
  expect(messageTypes).toContain(MessageType.maxVisits);
  expect(result).toBe(AiCallResult.systemException);
});

test('[FLOW-11] whoever hangs up at once did so quickly, whoever spoke hung up later', () => {
  expect(play(hotel, ['callerGone']).result).toBe(AiCallResult.userQuickHangup);
  expect(play(hotel, ['said', { heard: 'hm' }, 'callerGone']).result).toBe(AiCallResult.userHungUp);
});

test('[FLOW-11] what has no words in the language of the conversation is said in the first of the flow, by its voice', () => {
  const flow = aFlow(
    { hi: { kind: 'say', settings: { spoken: { words: { en: 'Hello.', es: ' ' }, sounds: { zh: 7 } } } } },
    ['start next hi'],
    { languages: ['en', 'es', 'zh'] },
  );
  const line = (language: 'en' | 'es' | 'zh') =>
    flowMachine(openRun(flow, { caller: { number: '1', customerId: null, fields: {}, tagIds: [] }, language }), {
      type: 'begun',
      nowMs: 0,
    }).effects.find((effect) => effect.type === 'say')?.line;
  expect([line('en'), line('es'), line('zh')]).toEqual([
    { text: 'Hello.', language: 'en', soundId: null },
    { text: 'Hello.', language: 'en', soundId: null },
    { text: '', language: 'zh', soundId: 7 },
  ]);
});

test('[FLOW-11] whoever listens for ten seconds and hangs up without a word did not do so quickly', () => {
  const begun = flowMachine(openRun(hotel, { caller: { number: '1', customerId: null, fields: {}, tagIds: [] } }), {
    type: 'begun',
    nowMs: 0,
  }).state;
  expect([9_000, 10_000].map((nowMs) => flowMachine(begun, { type: 'callerGone', nowMs }).state.result)).toEqual([
    AiCallResult.userQuickHangup,
    AiCallResult.userHungUp,
  ]);
});

test('[FLOW-11] a conversation that was stopped says nothing more, and why it was is its result', () => {
  const begun = flowMachine(openRun(hotel, { caller: { number: '1', customerId: null, fields: {}, tagIds: [] } }), {
    type: 'begun',
    nowMs: 0,
  }).state;
  const stopped = (why: 'tester' | 'timeLimit' | 'server') => flowMachine(begun, { type: 'stopped', why, nowMs: 1 });
  expect(stopped('timeLimit').effects.map(({ type }) => type)).toEqual(['addMessage', 'hush', 'addMessage', 'end']);
  expect([stopped('tester'), stopped('timeLimit'), stopped('server')].map(({ state }) => state.result)).toEqual([
    AiCallResult.agentQuickHangup,
    AiCallResult.timeoutHangup,
    AiCallResult.systemException,
  ]);
});
