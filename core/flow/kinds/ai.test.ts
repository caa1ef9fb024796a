import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play, type Happening, type Played } from '../flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const tools = [
  {
    name: 'keepName',
    purpose: 'Keeps the name',
    inputs: [{ name: 'name', purpose: '', isRequired: true }],
    does: { what: 'setVariable', attrKey: 'name', input: 'name' },
  },
  {
    name: 'keepDay',
    purpose: 'Keeps the day',
    inputs: [{ name: 'day', purpose: '', isRequired: true }],
    does: { what: 'setVariable', attrKey: 'day', input: 'day' },
  },
  {
    name: 'order',
    purpose: 'Looks an order up',
    inputs: [{ name: 'id', purpose: '', isRequired: true }],
    does: { what: 'http', request: { url: 'https://shop.example/{{id}}', map: [{ path: 'state', attrKey: 'name' }] } },
  },
  {
    name: 'human',
    purpose: 'Somebody real',
    inputs: [],
    does: { what: 'transfer', to: { kind: 'group', groupId: 2 } },
  },
  { name: 'bye', purpose: 'Ends', inputs: [], does: { what: 'hangUp' } },
  { name: 'book', purpose: 'Books', inputs: [], does: { what: 'branch', key: 'booking' } },
];
const flow = aFlow(
  {
    talk: {
      kind: 'ai',
      settings: {
        goal: 'Help {{name}}.',
        knowledge: 'We are open.',
        opening: words('Hello, how can I help?'),
        fallback: words('Sorry, once more?'),
        again: words('Are you there?'),
        maxTurns: 3,
        tries: 2,
        tools,
        handBackPhrases: ['a real person please'],
      },
    },
  },
  ['start next talk'],
  {
    variables: [
      { attrKey: 'name', name: 'Name', valueType: 1, valueFormat: 0, choices: [] },
      { attrKey: 'day', name: 'Day', valueType: 6, valueFormat: 2, choices: [] },
    ],
  },
);
const talk = (...happenings: Happening[]): Played => play(flow, ['said', ...happenings], { name: 'Ana' });
const turnsOf = ({ asked }: Played) => asked.flatMap((ask) => (ask.what === 'brain' ? [ask.turns] : [])).at(-1);

test('[FLOW-11] the model is asked with goal, knowledge, declared tools and what was said so far', () => {
  const played = talk({ heard: 'Are you open?' }, { brain: 'Yes, we are.' }, 'said', { heard: 'Until when?' });
  expect(played.asked[0]).toMatchObject({
    what: 'brain',
    goal: 'Help Ana.',
    knowledge: 'We are open.',
    turns: [
      { by: 'brain', text: 'Hello, how can I help?' },
      { by: 'caller', text: 'Are you open?' },
    ],
  });
  expect(played.asked[0]).toHaveProperty('tools.length', 6);
  expect(played.said).toEqual(['Hello, how can I help?', 'Yes, we are.']);
  expect(turnsOf(played)).toEqual([
    { by: 'brain', text: 'Hello, how can I help?' },
    { by: 'caller', text: 'Are you open?' },
    { by: 'brain', text: 'Yes, we are.' },
    { by: 'caller', text: 'Until when?' },
  ]);
});

test('[complaint 21] whoever speaks into an answer is heard: the rest is forgotten, and only what was said counts as said', () => {
  const played = talk({ heard: 'Tell me everything' }, { brain: 'First of all.' }, { cut: 'First' }, { heard: 'Stop' });
  expect(turnsOf(played)?.slice(-2)).toEqual([
    { by: 'brain', text: 'First' },
    { by: 'caller', text: 'Stop' },
  ]);
  expect(played.messageTypes).toContain(MessageType.userInterrupted);
  const between = talk(
    { heard: 'Tell me everything' },
    { brain: ['First of all.', 'Second.', 'Third.'] },
    'saidOne',
    { cut: '' },
    { heard: 'Stop' },
  );
  expect(turnsOf(between)?.slice(-2)).toEqual([
    { by: 'brain', text: 'First of all.' },
    { by: 'caller', text: 'Stop' },
  ]);
  expect(between.messageTypes.filter((type) => type === MessageType.userInterrupted)).toHaveLength(1);
  const early = talk({ heard: 'Tell me everything' }, { heard: 'No, wait' });
  expect(early.effects.map(({ type }) => type)).toContain('forget');
  expect(turnsOf(early)?.slice(-2)).toEqual([
    { by: 'caller', text: 'Tell me everything' },
    { by: 'caller', text: 'No, wait' },
  ]);
});

test('[complaint 21] an empty answer is a fallback line; a second one in a row hands back', () => {
  const once = talk({ heard: 'hm' }, { brain: '' });
  expect([once.said.at(-1), once.left.at(-1)]).toEqual(['Sorry, once more?', 'next']);
  expect(talk({ heard: 'hm' }, { brain: '' }, 'said', { heard: 'well' }, { brain: '' }).left.at(-1)).toBe('handBack');
});

test('[complaint 21] a model that never answers is given up even if nobody else does', () => {
  const slow = talk({ heard: 'hm' });
  expect(slow.effects.findLast((effect) => effect.type === 'wake')).toMatchObject({ afterMs: 12_000 });
  const late = talk({ heard: 'hm' }, 'timeUp');
  expect(late.said.at(-1)).toBe('Sorry, once more?');
  expect(late.effects.map(({ type }) => type)).toContain('forget');
});

test('[complaint 21] a model that cannot even be asked is a fallback line', () => {
  expect(talk({ heard: 'hm' }, { answer: { ok: false, why: 'absent' } }).said.at(-1)).toBe('Sorry, once more?');
});

test('[FLOW-11] tools do what they were declared to, and the model goes on with their answer', () => {
  const kept = talk({ heard: 'I am Bo' }, { calls: 'keepName', input: { name: 'Bo' } }, { brain: '' });
  expect(kept.run.values['name']).toBe('Bo');
  expect(turnsOf(kept)?.at(-1)).toEqual({
    by: 'tool',
    callId: 'c1',
    name: 'keepName',
    input: { name: 'Bo' },
    answer: 'Done.',
  });
  const wrong = talk({ heard: 'I am Bo' }, { calls: 'keepDay', input: { day: 'blue' } }, { brain: '' });
  expect(turnsOf(wrong)?.at(-1)).toMatchObject({ answer: 'That is no valid value.' });
  expect(
    talk({ heard: 'tomorrow' }, { calls: 'keepDay', input: { day: 'tomorrow' } }, { brain: '' }).run.values['day'],
  ).toBe('2026-11-16');
});

test('[FLOW-11] tools that were not declared, or lack an input, do nothing', () => {
  expect(turnsOf(talk({ heard: 'x' }, { calls: 'deleteEverything' }, { brain: '' }))?.at(-1)).toMatchObject({
    answer: 'There is no such tool.',
  });
  const lacking = talk({ heard: 'x' }, { calls: 'keepName' }, { brain: '' });
  expect([lacking.run.values['name'], turnsOf(lacking)?.at(-1)]).toMatchObject(['Ana', { answer: 'Missing: name' }]);
});

test('[FLOW-11] a request of a tool is sent with its inputs, and answered to the model', () => {
  const played = talk(
    { heard: 'my order' },
    { calls: 'order', input: { id: '7/8' } },
    { brain: 'Let me see.' },
    { answer: { ok: true, what: 'http', status: 200, body: '{"state":"sent"}' } },
  );
  expect(played.asked[1]).toMatchObject({ what: 'http', url: 'https://shop.example/7%2F8' });
  expect(played.run.values['name']).toBe('sent');
  expect(turnsOf(played)?.slice(-2)).toMatchObject([
    { by: 'brain', text: 'Let me see.' },
    { by: 'tool', answer: '{"state":"sent"}' },
  ]);
});

test.each<[string, Happening[], string | number]>([
  ['a branch of its own', [{ heard: 'book' }, { calls: 'book' }, { brain: 'I book it.' }], 'booking'],
  ['hanging up', [{ heard: 'bye' }, { calls: 'bye' }, { brain: 'Goodbye.' }], AiCallResult.communicated],
  [
    'a person who answers',
    [{ heard: 'help' }, { calls: 'human' }, { brain: '' }, { answer: { ok: true, what: 'done' } }],
    AiCallResult.transferSucceeded,
  ],
  ['the words for a person', [{ heard: 'a real person please' }], 'handBack'],
  [
    'too many turns',
    [
      { heard: 'a' },
      { brain: 'b' },
      'said',
      { heard: 'a' },
      { brain: 'b' },
      'said',
      { heard: 'a' },
      { brain: 'b' },
      'said',
      { heard: 'a' },
    ],
    'handBack',
  ],
  ['silence', ['silent', 'said', 'silent'], 'silent'],
])('[FLOW-11] a conversation with a model ends by %s', (_, happenings, by) => {
  const played = talk(...happenings);
  expect(typeof by === 'string' ? played.left.at(-1) : played.result).toBe(by);
});

test('[FLOW-11] a transfer nobody answers goes back to the model', () => {
  const played = talk({ heard: 'help' }, { calls: 'human' }, { brain: '' }, { answer: { ok: false, why: 'busy' } });
  expect(turnsOf(played)?.at(-1)).toMatchObject({ by: 'tool', answer: 'Nobody answered.' });
  expect(played.messageTypes).toContain(MessageType.transferFailed);
});

test('[FLOW-11] a model that only ever calls tools is stopped', () => {
  const calls = Array.from({ length: 20 }, (): Happening[] => [
    { calls: 'keepName', input: { name: 'x' } },
    { brain: '' },
  ]).flat();
  expect(talk({ heard: 'x' }, ...calls).left.at(-1)).toBe('handBack');
});
