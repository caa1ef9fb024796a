import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play, type Happening } from '../flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });

const menu = aFlow(
  {
    menu: {
      kind: 'menu',
      settings: {
        spoken: words('Sales or support?'),
        again: words('Once more.'),
        tries: 2,
        choices: [
          { key: '1', name: 'Sales', phrases: ['sales'] },
          { key: '2', name: 'Support', phrases: ['I need help'] },
        ],
      },
    },
  },
  ['start next menu'],
);

test.each<[string, Happening[], string[], string[]]>([
  ['a key', [{ keys: '2' }], ['next', '2'], ['Sales or support?']],
  ['a key into the question', ['said', { keys: '1' }], ['next', '1'], ['Sales or support?']],
  ['words instead', ['said', { heard: 'I need some help' }], ['next', '2'], ['Sales or support?']],
  ['the number said', ['said', { heard: 'number two' }], ['next', '2'], ['Sales or support?']],
  [
    'a wrong key, then a right one',
    ['said', { keys: '9' }, 'said', { keys: '1' }],
    ['next', '1'],
    ['Sales or support?', 'Once more.', 'Sales or support?'],
  ],
  [
    'wrong keys',
    [{ keys: '9' }, { keys: '8' }],
    ['next', 'other'],
    ['Sales or support?', 'Once more.', 'Sales or support?'],
  ],
  [
    'silence',
    ['said', 'silent', 'said', 'silent'],
    ['next', 'silent'],
    ['Sales or support?', 'Once more.', 'Sales or support?'],
  ],
])('[FLOW-11] a menu goes by %s', (_, happenings, left, lines) => {
  const played = play(menu, happenings);
  expect(played.left).toEqual(left);
  expect(played.said).toEqual(lines);
});

test('[FLOW-11] a key pressed into a question drops the rest of it, and silence of somebody never heard ends as silence', () => {
  expect(play(menu, [{ keys: '1' }]).effects.map(({ type }) => type)).toContain('hush');
  const silent = play(menu, ['said', 'silent', 'said', 'silent']);
  expect(silent.messageTypes).toContain(MessageType.maxSilence);
  expect(silent.result).toBe(AiCallResult.silence);
});

test('[FLOW-11] a question that may not be interrupted is heard to its end; the key waits', () => {
  const strict = aFlow(
    {
      menu: {
        kind: 'menu',
        settings: {
          spoken: words('Listen well.'),
          mayInterrupt: false,
          choices: [{ key: '1', name: 'One', phrases: [] }],
        },
      },
    },
    ['start next menu'],
  );
  expect(play(strict, [{ keys: '1' }]).left).toEqual(['next']);
  expect(play(strict, [{ keys: '1' }, 'said']).left).toEqual(['next', '1']);
});

test('[FLOW-11] keys pressed before the menu asks are taken by it', () => {
  const later = aFlow(
    {
      hello: { kind: 'say', settings: { spoken: words('Hello.') } },
      menu: { kind: 'menu', settings: { spoken: words('One?'), choices: [{ key: '1', name: 'One', phrases: [] }] } },
    },
    ['start next hello', 'hello next menu'],
  );
  const { said, left } = play(later, [{ keys: '1' }, 'said']);
  expect([said, left]).toEqual([['Hello.'], ['next', 'next', '1']]);
});

test('[FLOW-11] listening takes values by the type of their variables from what was said', () => {
  const flow = aFlow(
    {
      ask: {
        kind: 'listen',
        settings: { spoken: words('When, and how many?'), entities: ['day', 'guests'], saveAs: 'said' },
      },
    },
    ['start next ask'],
    {
      variables: [
        { attrKey: 'day', name: 'Day', valueType: 6, valueFormat: 2, choices: [] },
        { attrKey: 'guests', name: 'Guests', valueType: 2, valueFormat: 0, choices: [] },
        { attrKey: 'said', name: 'Said', valueType: 1, valueFormat: 0, choices: [] },
      ],
    },
  );
  expect(play(flow, ['said', { heard: 'for four people tomorrow' }]).run.values).toMatchObject({
    day: '2026-11-16',
    guests: 4,
    said: 'for four people tomorrow',
  });
});

const faq = aFlow(
  {
    faq: {
      kind: 'knowledge',
      settings: {
        spoken: words('What is your question?'),
        more: words('Anything else?'),
        again: words('Pardon?'),
        tries: 2,
        entries: [
          {
            key: 'hours',
            name: 'Hours',
            examples: ['when are you open', 'opening hours'],
            answer: words('Nine to six.'),
          },
          { key: 'place', name: 'Place', examples: ['where are you'], answer: words('On Main Street.') },
        ],
      },
    },
  },
  ['start next faq'],
);

test.each<[string, Happening[], string[], string]>([
  [
    'until there are no more',
    ['said', { heard: 'when are you open today' }, 'said', { heard: 'no thanks' }],
    ['What is your question?', 'Nine to six.', 'Anything else?'],
    'done',
  ],
  [
    'another one',
    ['said', { heard: 'opening hours' }, 'said', { heard: 'where are you' }, 'said', 'silent'],
    ['What is your question?', 'Nine to six.', 'Anything else?', 'On Main Street.', 'Anything else?'],
    'done',
  ],
  [
    'not those it does not know',
    ['said', { heard: 'the meaning of life' }, 'said', { heard: 'life' }],
    ['What is your question?', 'Pardon?', 'What is your question?'],
    'unknown',
  ],
  [
    'nor silence',
    ['said', 'silent', 'said', 'silent'],
    ['What is your question?', 'Pardon?', 'What is your question?'],
    'silent',
  ],
])('[FLOW-11] a list of answers answers questions, %s', (_, happenings, lines, branch) => {
  const played = play(faq, happenings);
  expect(played.said).toEqual(lines);
  expect(played.left.at(-1)).toBe(branch);
});

const survey = aFlow(
  {
    score: {
      kind: 'survey',
      settings: { spoken: words('From 1 to 5?'), again: words('One to five.'), saveAs: 'score', tries: 2 },
    },
  },
  ['start next score'],
);

test.each<[string, Happening[], string | undefined, number | undefined]>([
  ['a key', ['said', { keys: '4' }, { answer: { ok: true, what: 'done' } }], 'scored', 4],
  ['a word', ['said', { heard: 'I say five' }, { answer: { ok: true, what: 'score', key: 5 } }], 'scored', 5],
  ['one nobody could keep', ['said', { keys: '1' }, { answer: { ok: false, why: 'noCall' } }], 'scored', 1],
  ['a score beyond the scale', ['said', { keys: '9' }, 'said', { keys: '8' }], 'none', undefined],
  ['silence', ['said', 'silent', 'said', 'silent'], 'none', undefined],
])('[FLOW-11] a survey takes %s', (_, happenings, branch, score) => {
  const played = play(survey, happenings);
  expect(played.left.at(-1)).toBe(branch);
  expect(played.run.values['score']).toBe(score);
});
