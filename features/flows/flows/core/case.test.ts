import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FlowCase } from '#core/flow/case.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { playCase } from './play-case.ts';
import { Persona, playCaller } from './simulated-caller.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const flow = aFlow(
  {
    hello: { kind: 'say', settings: { spoken: words('Hello {{name}}.') } },
    ask: {
      kind: 'listen',
      settings: {
        spoken: words('What is it?'),
        again: words('Pardon?'),
        intents: [
          { key: 'book', name: 'Book', examples: ['book a room'] },
          { key: 'person', name: 'Person', examples: ['a person'] },
        ],
      },
    },
    day: { kind: 'collect', settings: { attrKey: 'day', spoken: words('Which day?') } },
    look: {
      kind: 'http',
      settings: { url: 'https://hotel.example/{{day}}', map: [{ path: 'room', attrKey: 'room' }] },
    },
    done: { kind: 'hangUp', settings: { spoken: words('Room {{room}} is yours on {{day}}.') } },
    sorry: { kind: 'hangUp', settings: { spoken: words('Nothing is free.') } },
    desk: { kind: 'transfer', settings: { to: { kind: 'group', groupId: 1 } } },
  },
  [
    'start next hello',
    'hello next ask',
    'ask book day',
    'ask person desk',
    'day collected look',
    'look ok done',
    'look failed sorry',
  ],
  {
    variables: [
      { attrKey: 'name', name: 'Name', valueType: 1, valueFormat: 0, choices: [] },
      { attrKey: 'day', name: 'Day', valueType: 6, valueFormat: 3, choices: [] },
      { attrKey: 'room', name: 'Room', valueType: 2, valueFormat: 0, choices: [] },
    ],
  },
);
const aCase = (rest: Partial<FlowCase>) =>
  FlowCase.parse({
    name: 'A case',
    values: { name: 'Ana' },
    at: '2026-05-03T12:00:00Z',
    steps: [],
    expects: [],
    ...rest,
  });
const free = { ok: true as const, what: 'http' as const, status: 200, body: '{"room":12}' };

test('[FLOW-11] a kept conversation is played, and everything expected of it is there', () => {
  const played = playCase(
    flow,
    aCase({
      steps: [{ heard: 'I want to book a room' }, { heard: 'tomorrow' }, { answer: free }],
      expects: [
        { after: 0, words: 'hello ana' },
        { after: 1, branch: 'book', node: 'ask' },
        { variable: { attrKey: 'day', is: '2026-05-04' } },
        { variable: { attrKey: 'room', is: 12 } },
        { words: 'Room 12 is yours on 04/05/2026.' },
        { notWords: 'Nothing is free' },
        { result: AiCallResult.communicated },
      ],
    }),
  );
  expect(played.failures).toEqual([]);
  expect([played.passed, played.unused]).toEqual([true, []]);
});

test('[FLOW-11] an expectation that failed says which, where, and what there was instead', () => {
  const played = playCase(
    flow,
    aCase({
      steps: [{ heard: 'book a room' }, { heard: 'tomorrow' }, { answer: { ok: false, why: 'down' } }],
      expects: [
        { result: AiCallResult.communicated },
        { result: AiCallResult.silence },
        { words: 'is yours' },
        { after: 1, variable: { attrKey: 'day', is: 'x' } },
        { branch: 'person' },
      ],
    }),
  );
  expect(played.passed).toBe(false);
  expect(played.failures).toEqual([
    { at: 3, expectation: { result: AiCallResult.silence }, found: AiCallResult.communicated },
    {
      at: 3,
      expectation: { words: 'is yours' },
      found: ['Hello Ana.', 'What is it?', 'Which day?', 'Nothing is free.'],
    },
    { at: 1, expectation: { after: 1, variable: { attrKey: 'day', is: 'x' } }, found: null },
    {
      at: 3,
      expectation: { branch: 'person' },
      found: ['start next', 'hello next', 'ask book', 'day collected', 'look failed'],
    },
  ]);
});

test('[FLOW-11] what a case leaves open the usual world answers, and a step nobody waits for is told', () => {
  const played = playCase(
    flow,
    aCase({ steps: [{ heard: 'a person' }, { keys: '1' }], expects: [{ result: AiCallResult.transferSucceeded }] }),
  );
  expect([played.passed, played.unused]).toEqual([true, [2]]);
});

test('[FLOW-11] silence, interruptions and hanging up are kept as well', () => {
  const played = playCase(
    flow,
    aCase({
      steps: [{ interrupts: 'wait' }, { silent: true }, { hangsUp: true }],
      expects: [{ result: AiCallResult.userHungUp }, { words: 'Pardon?' }],
    }),
  );
  expect(played.failures).toEqual([]);
});

test('[FLOW-11] an expectation expects one thing', () => {
  expect(FlowCase.safeParse({ name: 'x', steps: [], expects: [{ words: 'a', result: 1 }] }).success).toBe(false);
  expect(FlowCase.safeParse({ name: 'x', steps: [{ nothing: true }], expects: [] }).success).toBe(false);
});

test('[FLOW-11] hundreds of cases are played in a moment, each the same as before', () => {
  const kept = aCase({
    steps: [{ heard: 'book a room' }, { heard: 'tomorrow' }, { answer: free }],
    expects: [{ result: AiCallResult.communicated }],
  });
  expect(Array.from({ length: 300 }, () => playCase(flow, kept)).every(({ passed }) => passed)).toBe(true);
});

const guest = Persona.parse({ name: 'Guest', goals: ['book'], facts: { day: 'the third of June' } });

test('[FLOW-11] a simulated caller reaches what it wants, and what was played can be kept and played again', () => {
  const plain = playCaller(
    flow,
    { ...guest, silentChance: 0, wrongChance: 0, unwillingChance: 0, interruptChance: 0 },
    1,
    { answers: () => free, setup: { at: '2026-05-03T12:00:00Z' } },
  );
  expect(plain.moment.said.at(-1)).toBe('Room 12 is yours on 03/06/2026.');
  for (let seed = 1; seed <= 100; seed += 1) {
    const { kept, wasCut } = playCaller(flow, guest, seed);
    expect(wasCut).toBe(false);
    expect(playCase(flow, FlowCase.parse(kept)).failures).toEqual([]);
  }
});

test('[FLOW-11] the same seed is the same caller, another seed another', () => {
  const difficult = { ...guest, silentChance: 0.3, wrongChance: 0.3, unwillingChance: 0.1 };
  const steps = (seed: number) => playCaller(flow, difficult, seed).kept.steps;
  expect(steps(5)).toEqual(steps(5));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(steps(seed)))).size).toBeGreaterThan(5);
});
