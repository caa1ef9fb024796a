import { expect, test } from 'vitest';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Variable } from '../flow.ts';
import { aFlow, play, type Happening } from '../flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const asking = (variable: Partial<Variable>, settings: Record<string, unknown> = {}) =>
  aFlow(
    {
      ask: {
        kind: 'collect',
        settings: { attrKey: 'v', spoken: words('Which?'), again: words('Sorry?'), tries: 2, ...settings },
      },
    },
    ['start next ask'],
    { variables: [{ attrKey: 'v', name: 'V', valueType: 1, valueFormat: 0, choices: [], ...variable }] },
  );

test.each<[string, Partial<Variable>, Record<string, unknown>, Happening[], unknown, string | undefined]>([
  ['a text', {}, {}, [{ heard: 'Main Street' }], 'Main Street', 'collected'],
  ['a number in words', { valueType: 2 }, {}, [{ heard: 'twenty five' }], 25, 'collected'],
  [
    'a number within bounds',
    { valueType: 2 },
    { min: '1', max: '10' },
    [{ heard: 'twenty' }, { heard: 'five' }],
    5,
    'collected',
  ],
  [
    'a price',
    { valueType: 3, currency: 'EUR' },
    {},
    [{ heard: 'ten dollars' }, { heard: 'ten euros fifty' }],
    10.5,
    'collected',
  ],
  ['a phone by keys and #', { valueType: 4 }, {}, [{ keys: '5550123#' }], '5550123', 'collected'],
  ['digits by keys and a pause', { valueType: 5 }, {}, [{ keys: '42' }, 'timeUp'], '42', 'collected'],
  [
    'digits of a given length without waiting',
    { valueType: 5 },
    { minLength: 4, maxLength: 4 },
    [{ keys: '0042' }],
    '0042',
    'collected',
  ],
  [
    'a day not before today',
    { valueType: 6, valueFormat: 2 },
    { min: '2026-11-15' },
    [{ heard: 'yesterday' }, { heard: 'tomorrow' }],
    '2026-11-16',
    'collected',
  ],
  [
    'a moment up to the end of a last day',
    { valueType: 6, valueFormat: 1 },
    { max: '2026-11-16' },
    [{ heard: 'the day after tomorrow at ten' }, { heard: 'tomorrow at three pm' }],
    '2026-11-16 15:00:00',
    'collected',
  ],
  ['a day by keys', { valueType: 6, valueFormat: 3 }, {}, [{ keys: '24122026' }], '2026-12-24', 'collected'],
  ['characters', { valueType: 7 }, {}, [{ heard: 'a b one two' }], 'AB12', 'collected'],
  ['a choice', { valueType: 8, choices: ['Small', 'Large'] }, {}, [{ heard: 'the large one' }], 'Large', 'collected'],
  ['a choice by key', { valueType: 8, choices: ['Small', 'Large'] }, {}, [{ keys: '1' }], 'Small', 'collected'],
  ['a time', { valueType: 9 }, {}, [{ heard: 'half past three pm' }], '15:30', 'collected'],
  ['nothing that is none', { valueType: 2 }, {}, [{ heard: 'hm' }, { heard: 'well' }], undefined, 'invalid'],
  ['nothing from silence', { valueType: 2 }, {}, ['silent', 'silent'], undefined, 'silent'],
])('[FLOW-12] collecting takes %s', (_, variable, settings, happenings, value, branch) => {
  const played = play(asking(variable, settings), ['said', ...happenings]);
  expect(played.run.values['v']).toBe(value);
  expect(played.left.at(-1)).toBe(branch);
});

const confirming = asking({ valueType: 9, valueFormat: 1 }, { confirm: words('At {{v}}, right?') });

test.each<[string, Happening[], unknown, string]>([
  ['yes', [{ heard: 'three pm' }, 'said', { heard: 'yes' }], '15:00', 'collected'],
  ['the key 1', [{ heard: 'three pm' }, 'said', { keys: '1' }], '15:00', 'collected'],
  [
    'no, and then another',
    [{ heard: 'three pm' }, 'said', { heard: 'no' }, 'said', { heard: 'four pm' }, 'said', { heard: 'yes' }],
    '16:00',
    'collected',
  ],
  [
    'another value at once',
    [{ heard: 'three pm' }, 'said', { heard: 'no, four pm' }, 'said', { heard: 'yes' }],
    '16:00',
    'collected',
  ],
])('[FLOW-11] what was understood is asked back, and answered by %s', (_, happenings, value, branch) => {
  const played = play(confirming, ['said', ...happenings]);
  expect(played.said).toContain('At 3:00 PM, right?');
  expect([played.run.values['v'], played.left.at(-1)]).toEqual([value, branch]);
});

test('[FLOW-11] a pause counts from the last key; an older one does nothing', () => {
  const digits = asking({ valueType: 5 });
  expect(play(digits, ['said', { keys: '12' }, 'timeUpFirst']).left).toEqual(['next']);
  expect(play(digits, ['said', { keys: '12' }, 'timeUpFirst', { keys: '3' }, 'timeUp']).run.values['v']).toBe('123');
});

test('[FLOW-11] too many tries are told by what was wrong (300, 301)', () => {
  expect(play(asking({ valueType: 2 }), ['said', { heard: 'hm' }, 'said', { heard: 'hm' }]).messageTypes).toContain(
    MessageType.maxNotUnderstood,
  );
  expect(play(asking({ valueType: 2 }), ['said', 'silent', 'said', 'silent']).messageTypes).toContain(
    MessageType.maxSilence,
  );
});
