import { expect, test } from 'vitest';
import { fakeBrain, type FakeBrain } from '#adapters/speech/fake/fake-brain.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { BrainPiece } from '#core/speech/brain.port.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { CallerBrief, playModelCaller, type ModelCallerParts } from './model-caller.ts';
import { judgeAll, playCase } from './play-case.ts';
import { CaseTable, usualAnswers } from '#core/flow/case-table.ts';
import { FlowCase } from '#core/flow/case.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const shop = aFlow(
  {
    menu: {
      kind: 'menu',
      settings: {
        spoken: words('Press 1 for orders.'),
        again: words('Please press a key.'),
        tries: 5,
        choices: [{ key: '1', name: 'Orders', phrases: ['orders'] }],
      },
    },
    number: {
      kind: 'collect',
      settings: {
        spoken: words('Your order number?'),
        attrKey: 'order',
        again: words('Again?'),
        confirm: { words: {}, sounds: {} },
      },
    },
    bye: { kind: 'hangUp', settings: { spoken: words('Order {{order}} is on its way.') } },
  },
  ['start next menu', 'menu 1 number', 'number collected bye'],
  { variables: [{ attrKey: 'order', name: 'Order', valueType: 1, valueFormat: 0, choices: [] }] },
);
const brief = CallerBrief.parse({
  name: 'Ana',
  persona: 'In a hurry.',
  goal: 'Know where the order is.',
  facts: { 'order number': 'A17' },
});
const call = (name: string, input: Record<string, string> = {}): BrainPiece[] => [
  { type: 'call', callId: 'c', name, input },
];
const play = (model: FakeBrain, rest: Partial<ModelCallerParts> = {}, flow = shop) =>
  playModelCaller(flow, brief, { model, answers: model, patience: () => new AbortController().signal, ...rest });

test('[FLOW-11] a model plays the caller by key and by word until the flow ends it', async () => {
  const model = fakeBrain();
  model.answers(call('press_keys', { keys: '1' }), 'It is A17.');
  const { ended, transcript, moments, kept } = await play(model);
  expect(ended).toBe('over');
  expect(transcript).toEqual([
    { by: 'flow', text: 'Press 1 for orders.' },
    { by: 'caller', text: '1', did: 'keys' },
    { by: 'flow', text: 'Your order number?' },
    { by: 'caller', text: 'It is A17.' },
    { by: 'flow', text: expect.stringContaining('is on its way') },
  ]);
  expect(moments.at(-1)!.result).toBe(AiCallResult.communicated);
  // It is told who it is and what it knows, hears the flow as the other side, and has nothing but its three tools.
  const [first, second] = model.asks;
  expect(first!.goal).toMatch(/You are the caller[^]*In a hurry[^]*Know where the order is[^]*order number: A17/);
  expect(first!.turns).toEqual([{ by: 'caller', text: 'Press 1 for orders.' }]);
  expect(first!.tools.map(({ name }) => name)).toEqual(['press_keys', 'stay_silent', 'hang_up']);
  expect(second!.turns.slice(1)).toMatchObject([
    { by: 'tool', name: 'press_keys', input: { keys: '1' } },
    { by: 'caller', text: 'Your order number?' },
  ]);
  // Kept and played again it comes to the same, without a model.
  expect(playCase(shop, kept)).toMatchObject({ passed: true, unused: [] });
});

test('[FLOW-11] it says goodbye and hangs up, is silent when it says nothing, and presses only what a telephone has', async () => {
  const model = fakeBrain();
  model.answers('', call('press_keys', { keys: 'one' }), [{ type: 'words', text: 'Never mind.' }, ...call('hang_up')]);
  const { ended, kept, moments } = await play(model);
  expect(kept.steps).toEqual([{ silent: true }, { silent: true }, { heard: 'Never mind.' }, { hangsUp: true }]);
  expect([ended, moments.at(-1)!.result]).toEqual(['over', AiCallResult.userHungUp]);
});

test('[FLOW-11] more turns than allowed are not asked of a model', async () => {
  const model = fakeBrain();
  model.answers(...Array.from({ length: 50 }, () => 'What did you say?'));
  const circle = aFlow(
    { ask: { kind: 'listen', settings: { spoken: words('How can I help?'), again: words('Sorry?') } } },
    ['start next ask', 'ask heard ask'],
  );
  const { ended, kept } = await play(model, { maxTurns: 5 }, circle);
  expect([ended, kept.steps.length, model.asks.length]).toEqual(['turns', 5, 5]);
});

test.each(['slow', 'cut', 'garbage', 'busy', 'refused'] as const)(
  '[FLOW-11] a model that fails (%s) ends the simulation and says so; what was said until then stays',
  async (reason) => {
    const model = fakeBrain();
    model.answers(call('press_keys', { keys: '1' }));
    model.fails(reason, 'It is');
    expect(await play(model)).toMatchObject({
      ended: 'trouble',
      trouble: reason,
      kept: { steps: [{ keys: '1' }] },
      transcript: [{ by: 'flow' }, { by: 'caller' }, { by: 'flow', text: 'Your order number?' }],
    });
  },
);

test('[FLOW-11] where the flow asks a model itself, that one answers, with its tools; one that fails has said nothing', async () => {
  const talker = aFlow(
    {
      talk: {
        kind: 'ai',
        settings: {
          goal: 'Help.',
          opening: words('Hello.'),
          fallback: words('One moment.'),
          again: words('Hello?'),
          tools: [{ name: 'done', purpose: 'It is done', inputs: [], does: { what: 'branch', key: 'done' } }],
        },
      },
      bye: { kind: 'hangUp', settings: { spoken: words('Goodbye.') } },
    },
    ['start next talk', 'talk done bye'],
  );
  const [model, answers] = [fakeBrain(), fakeBrain()];
  model.answers('Where is my order?', 'Are you there?');
  answers.fails('slow');
  answers.answers(call('done'));
  const { ended, transcript, kept } = await play(model, { answers }, talker);
  expect(transcript.map(({ text }) => text)).toEqual([
    'Hello.',
    'Where is my order?',
    'One moment.',
    'Are you there?',
    'Goodbye.',
  ]);
  expect(ended).toBe('over');
  expect(answers.asks[0]).toMatchObject({ goal: 'Help.', tools: [{ name: 'done' }] });
  expect(playCase(talker, kept).passed).toBe(true);
});

test('[FLOW-11] how soon it answers is judged: of one turn, or of the slowest', () => {
  const flow = aFlow(
    {
      ask: { kind: 'listen', settings: { spoken: words('How can I help?'), again: words('Sorry?') } },
      bye: { kind: 'hangUp', settings: { spoken: words('Goodbye.') } },
    },
    ['start next ask', 'ask heard bye'],
  );
  // Read when a turn ends and when the first line after it is said.
  const times = [0, 5, 100, 350];
  const kept = FlowCase.parse({
    name: 'x',
    steps: [{ silent: true }, { heard: 'hi' }],
    expects: [
      { maxLatencyMs: 249 },
      { maxLatencyMs: 250 },
      { after: 1, maxLatencyMs: 4 },
      { after: 1, maxLatencyMs: 5 },
    ],
  });
  const { failures, moments } = playCase(flow, kept, usualAnswers, () => times.shift()!);
  expect(moments.map(({ latencyMs }) => latencyMs)).toEqual([null, 5, 250]);
  expect(failures).toMatchObject([
    { at: 2, expectation: { maxLatencyMs: 249 }, found: 250 },
    { at: 1, expectation: { after: 1, maxLatencyMs: 4 }, found: 5 },
  ]);
  // Nobody measured: nothing is judged.
  expect(playCase(flow, kept).failures).toEqual([]);
  expect(judgeAll(kept.expects, [new CaseTable(flow, kept, usualAnswers).moment()])).toEqual([]);
});
