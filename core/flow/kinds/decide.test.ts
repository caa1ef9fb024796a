import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play, type Happening } from '../flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const only = (kind: string, settings: Record<string, unknown>) =>
  aFlow({ here: { kind, settings } }, ['start next here']);

const cases = [
  {
    key: 'both',
    name: '',
    join: 'all',
    tests: [
      { attrKey: 'age', is: 'atLeast', than: '18' },
      { attrKey: 'name', is: 'is', than: 'ANA' },
    ],
  },
  {
    key: 'either',
    name: '',
    join: 'any',
    tests: [
      { attrKey: 'age', is: 'moreThan', than: '{{limit}}' },
      { attrKey: 'name', is: 'anyOf', than: 'Bo, Cy' },
    ],
  },
];
test.each([
  [{ age: 20, name: 'Ana' }, 'both'],
  [{ age: 9, name: 'Ana', limit: 8 }, 'either'],
  [{ age: 100, name: 'x', limit: '20' }, 'either'],
  [{ age: '', name: 'Cy' }, 'either'],
  [{ age: 1, name: 'Ana', limit: 5 }, 'other'],
  [{}, 'other'],
])('[FLOW-11] a condition goes by values: %j leaves by %s', (values, branch) => {
  expect(play(only('condition', { cases }), [], values as Record<string, string | number>).left.at(-1)).toBe(branch);
});

test('[FLOW-11] an intent is found in what was last heard', () => {
  const flow = aFlow(
    {
      ask: { kind: 'listen', settings: { spoken: words('Yes?') } },
      which: { kind: 'intent', settings: { intents: [{ key: 'pay', name: '', examples: ['pay my bill'] }] } },
    },
    ['start next ask', 'ask heard which'],
  );
  expect(play(flow, ['said', { heard: 'I want to pay the bill' }]).left.at(-1)).toBe('pay');
  const other = play(flow, ['said', { heard: 'good evening' }]);
  expect(other.left.at(-1)).toBe('other');
  expect(other.messageTypes).not.toContain(MessageType.intentDetected);
});

test.each<[boolean, boolean, boolean, string]>([
  [true, false, false, 'open'],
  [false, false, false, 'closed'],
  [false, true, false, 'closed'],
  [false, true, true, 'holiday'],
  [true, true, true, 'holiday'],
])('[FLOW-11] hours: open %s, holiday %s, apart %s leaves by %s', (isOpen, isHoliday, holidayApart, branch) => {
  const played = play(only('hours', { calendarId: 3, holidayApart }), [
    { answer: { ok: true, what: 'open', isOpen, isHoliday } },
  ]);
  expect(played.asked).toEqual([{ what: 'hours', calendarId: 3 }]);
  expect(played.left.at(-1)).toBe(branch);
});

test('[FLOW-11] a team without a calendar is always there; one that was chosen and is gone is closed', () => {
  const without = { answer: { ok: false, why: 'noCalendar' } } as const;
  expect(play(only('hours', {}), [without]).left.at(-1)).toBe('open');
  expect(play(only('hours', { calendarId: 3 }), [without]).left.at(-1)).toBe('closed');
});

test('[FLOW-11] hours nobody can tell are closed ones', () => {
  expect(play(only('hours', {}), [{ answer: { ok: false, why: 'gone' } }]).left.at(-1)).toBe('closed');
});

test('[FLOW-11] a field and the tags of the customer decide', () => {
  const caller = { fields: { company: 'Acme', 'custom:7': 3 }, tagIds: [4, 5] };
  const field = (settings: Record<string, unknown>) =>
    play(only('customerField', settings), [], {}, caller).left.at(-1);
  const tags = (settings: Record<string, unknown>) => play(only('customerTag', settings), [], {}, caller).left.at(-1);
  expect([
    field({ field: 'company', is: 'startsWith', than: 'ac' }),
    field({ field: 'custom:7', is: 'lessThan', than: '3' }),
    field({ field: 'email', is: 'isEmpty' }),
  ]).toEqual(['yes', 'no', 'yes']);
  expect([tags({ tagIds: [5, 9] }), tags({ tagIds: [5, 9], how: 'all' }), tags({ tagIds: [9], how: 'none' })]).toEqual([
    'yes',
    'no',
    'yes',
  ]);
});

const greeting = aFlow(
  {
    hello: { kind: 'detectLanguage', settings: { spoken: words('Hello?') } },
    bye: { kind: 'hangUp', settings: { spoken: { words: { en: 'Bye.', es: 'Adiós.', zh: '再见。' }, sounds: {} } } },
  },
  ['start next hello', 'hello detected bye', 'hello unknown bye'],
  { languages: ['en', 'es', 'zh'] },
);

test.each<[string, Happening[], string]>([
  ['the words', ['said', { heard: 'hola, quiero hablar con alguien por favor' }], 'Adiós.'],
  ['the writing', ['said', { heard: '你好' }], '再见。'],
  [
    'what the host heard',
    ['said', { answer: { ok: true, what: 'language', language: 'es', scores: { es: 0.9 } } }],
    'Adiós.',
  ],
  [
    'the words where the host cannot',
    ['said', { answer: { ok: false, why: 'text' } }, { heard: 'gracias, si' }],
    'Adiós.',
  ],
  ['nothing: it stays', ['said', 'silent'], 'Bye.'],
  [
    'a language the flow does not speak: it stays',
    ['said', { answer: { ok: true, what: 'language', language: 'de', scores: {} } }],
    'Bye.',
  ],
])('[FLOW-11] the language goes by %s', (_, happenings, last) => {
  expect(play(greeting, happenings).said.at(-1)).toBe(last);
});

test('[FLOW-05] detecting a language tells 94, 96 and 95', () => {
  expect(play(greeting, ['said', { heard: 'hola' }]).messageTypes).toEqual(
    expect.arrayContaining([MessageType.languageListening, MessageType.languageScores, MessageType.languageDetected]),
  );
});

test.each<[string, Happening[], string, number]>([
  [
    'a person',
    [{ answer: { ok: true, what: 'detected', person: 'human', ms: 900 } }],
    'human',
    AiCallResult.humanVoice,
  ],
  [
    'a machine',
    [{ answer: { ok: true, what: 'detected', person: 'voicemail', ms: 900 } }],
    'voicemail',
    AiCallResult.voicemail,
  ],
  ['nobody', [{ answer: { ok: true, what: 'detected', person: 'silence', ms: 900 } }], 'silence', AiCallResult.silence],
  ['a machine by its words', [{ heard: 'Please leave a message after the tone' }], 'voicemail', AiCallResult.voicemail],
  [
    'a machine, after a first sentence as people say it',
    [{ heard: 'Hello, this is Ana.' }, { answer: { ok: true, what: 'detected', person: 'voicemail', ms: 3_200 } }],
    'voicemail',
    AiCallResult.voicemail,
  ],
  [
    'a machine by its second sentence',
    [{ heard: 'Hello, this is Ana.' }, { heard: 'Leave me a message.' }],
    'voicemail',
    AiCallResult.voicemail,
  ],
  [
    'a person by words that came before the sound was known',
    [{ heard: 'Hello?' }, { answer: { ok: true, what: 'detected', person: 'human', ms: 900 } }],
    'human',
    AiCallResult.humanVoice,
  ],
  [
    'a person by words where the sound was nothing',
    [{ heard: 'Hello?' }, { answer: { ok: true, what: 'detected', person: 'unknown', ms: 8_000 } }],
    'human',
    AiCallResult.humanVoice,
  ],
  [
    'a person by words where nobody can listen to the sound after all',
    [{ heard: 'Hello?' }, { answer: { ok: false, why: 'slow' } }],
    'human',
    AiCallResult.humanVoice,
  ],
  [
    'a person by words',
    [{ answer: { ok: false, why: 'text' } }, { heard: 'Hello?' }],
    'human',
    AiCallResult.humanVoice,
  ],
  [
    'nobody by no words, known late',
    ['silent', { answer: { ok: false, why: 'slow' } }, 'silent'],
    'silence',
    AiCallResult.silence,
  ],
  ['nobody by no words', [{ answer: { ok: false, why: 'text' } }, 'silent'], 'silence', AiCallResult.silence],
])('[FLOW-11] who answered is %s, and that is what the call ends as', (_, happenings, branch, result) => {
  const played = play(only('detect', {}), happenings);
  expect([played.left.at(-1), played.result]).toEqual([branch, result]);
  expect(played.messageTypes).toContain(MessageType.machineDetected);
});
