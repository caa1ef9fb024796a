import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksForWords, hearAnswer, hearAnswerWords, openAnswering, type Answering } from './answering.ts';

const sounds = {
  silence: null,
  speech: null,
  ring: 425,
  engaged: 480,
  beep: 1_000,
  'low tone': 950,
  'middle tone': 1_400,
  'high tone': 1_800,
};
type Sound = keyof typeof sounds;

function hear(state: Answering, what: Sound, ms: number, maxMs = 8_000): Answering {
  let next = state;
  for (let passed = 0; passed < ms; passed += 32)
    next = hearAnswer(next, { probability: what === 'silence' ? 0.02 : 0.7, toneHz: sounds[what], maxMs });
  return next;
}

/** Pairs of what is heard and for how long. */
const answers = (...parts: (readonly [Sound, number])[]): Answering =>
  parts.reduce((state, [what, ms]) => hear(state, what, ms), openAnswering());
const again = (times: number, ...parts: (readonly [Sound, number])[]): (readonly [Sound, number])[] =>
  Array.from({ length: times }, () => parts).flat();

test.each([
  [
    '“Hello?”',
    'human',
    [
      ['silence', 300],
      ['speech', 400],
      ['silence', 1_000],
    ],
  ],
  [
    '“Hello? … Hello?”',
    'human',
    [
      ['speech', 500],
      ['silence', 700],
      ['speech', 500],
      ['silence', 1_000],
    ],
  ],
  [
    '“Good evening?”, and the same once more',
    'human',
    [
      ['speech', 1_200],
      ['silence', 600],
      ['speech', 1_200],
      ['silence', 1_000],
    ],
  ],
  [
    '“Aurora Travel, good morning, Ana speaking”',
    'human',
    [
      ['speech', 1_900],
      ['silence', 1_000],
    ],
  ],
  ['a long greeting', 'voicemail', [['speech', 3_300]]],
  [
    'a long greeting with breaths',
    'voicemail',
    [
      ['speech', 1_400],
      ['silence', 400],
      ['speech', 1_400],
      ['silence', 950],
    ],
  ],
  [
    'a firm, a greeting and a name in one breath',
    'human',
    [
      ['silence', 900],
      ['speech', 3_100],
      ['silence', 1_000],
    ],
  ],
  [
    'a greeting that ends after the time',
    'human',
    [
      ['silence', 6_500],
      ['speech', 1_800],
      ['silence', 1_000],
    ],
  ],
  [
    'a long greeting that began late',
    'voicemail',
    [
      ['silence', 7_000],
      ['speech', 3_300],
    ],
  ],
  [
    'a line that rings, then “Hello?”',
    'human',
    [
      ...again(2, ['ring', 1_000], ['silence', 4_000]),
      ['ring', 500],
      ['silence', 400],
      ['speech', 400],
      ['silence', 1_000],
    ],
  ],
  [
    'a line that rings every six seconds, then “Hello?”',
    'human',
    [...again(3, ['ring', 1_000], ['silence', 5_000]), ['speech', 400], ['silence', 1_000]],
  ],
  [
    'a line that rings twice at a time, then “Hello?”',
    'human',
    [
      ...again(4, ['ring', 400], ['silence', 200], ['ring', 400], ['silence', 2_000]),
      ['speech', 400],
      ['silence', 1_000],
    ],
  ],
  [
    'a word the moment it stops ringing',
    'human',
    [
      ['ring', 600],
      ['speech', 500],
      ['silence', 1_000],
    ],
  ],
  [
    'a line that rings, then a machine',
    'voicemail',
    [
      ['ring', 1_000],
      ['silence', 4_000],
      ['speech', 1_000],
      ['silence', 300],
      ['beep', 400],
    ],
  ],
  [
    'a line that rings, then nobody',
    'silence',
    [
      ['ring', 1_000],
      ['silence', 4_000],
      ['ring', 1_000],
      ['silence', 8_100],
    ],
  ],
  [
    'a line that rings, each ring followed by an echo',
    'silence',
    [...again(3, ['ring', 1_000], ['speech', 250], ['silence', 4_000]), ['silence', 6_000]],
  ],
  ['a line that rings for ever', 'silence', again(13, ['ring', 1_000], ['silence', 4_000])],
  ['an engaged line', 'silence', again(5, ['engaged', 500], ['silence', 500])],
  [
    'a beep',
    'voicemail',
    [
      ['speech', 1_000],
      ['silence', 500],
      ['beep', 200],
    ],
  ],
  [
    'a beep and nothing else',
    'voicemail',
    [
      ['silence', 500],
      ['beep', 500],
      ['silence', 8_100],
    ],
  ],
  [
    'a number out of order',
    'voicemail',
    [
      ['silence', 500],
      ['low tone', 330],
      ['middle tone', 330],
      ['high tone', 330],
    ],
  ],
  ['nobody', 'silence', [['silence', 8_100]]],
  ['words with pauses until long after the time', 'unknown', again(14, ['speech', 100], ['silence', 800])],
] as const)('[FLOW-11] %s is %s', (_what, verdict, parts) => {
  expect(answers(...(parts as readonly (readonly [Sound, number])[])).verdict).toBe(verdict);
});

test('[FLOW-11] a person is known within a second of their last word, and an engaged line within five', () => {
  const state = answers(['speech', 416], ['silence', 928]);
  expect(state).toMatchObject({ verdict: 'human', passedMs: 416 + 928 });
  expect(answers(...again(30, ['engaged', 500], ['silence', 500])).passedMs).toBeLessThan(5_000);
});

test('[FLOW-11] a greeting that begins late in a ring’s pause is heard out too', () => {
  let state = openAnswering();
  for (const [what, ms] of [
    ['ring', 1_000],
    ['silence', 5_000],
    ['speech', 1_200],
    ['silence', 500],
    ['speech', 2_100],
  ] as const)
    state = hear(state, what, ms, 4_000);
  expect(state.verdict).toBe('voicemail');
});

const piece = fc.record({
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  toneHz: fc.option(fc.constantFrom(400, 425, 440, 480, 950, 1_400), { nil: null }),
});
const stretches = fc.array(fc.record({ piece, pieces: fc.integer({ min: 1, max: 300 }) }), {
  minLength: 1,
  maxLength: 20,
});

test('[FLOW-11] whatever is heard, it is decided when the time is over', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 1_000, max: 30_000 }), (parts, maxMs) => {
      let state = openAnswering();
      const endMs = 60_000 + Math.max(maxMs, 5_500) + 4_000;
      for (let turn = 0; state.verdict === null; turn++) {
        const { piece: heard, pieces } = parts[turn % parts.length]!;
        for (let at = 0; at < pieces; at++) state = hearAnswer(state, { ...heard, maxMs });
        if (state.verdict === null) expect(state.passedMs).toBeLessThan(endMs);
      }
      expect(state.passedMs).toBeLessThanOrEqual(endMs);
    }),
  );
});

test('[FLOW-11] tones and pauses alone are never a person, however sure the detector is of a voice while they sound', () => {
  const tone = fc.record({
    hz: fc.constantFrom(350, 400, 425, 440, 480, 620, 950, 1_000, 1_400, 1_800),
    pieces: fc.integer({ min: 5, max: 60 }),
    pause: fc.integer({ min: 8, max: 160 }),
  });
  fc.assert(
    fc.property(fc.array(tone, { minLength: 1, maxLength: 12 }), (tones) => {
      let state = openAnswering();
      for (const { hz, pieces, pause } of tones) {
        for (let at = 0; at < pieces; at++) state = hearAnswer(state, { probability: 1, toneHz: hz, maxMs: 4_000 });
        // The detector notices late that it is over.
        for (let at = 0; at < pause; at++)
          state = hearAnswer(state, { probability: at < 8 ? 1 : 0, toneHz: null, maxMs: 4_000 });
      }
      for (let at = 0; at < 200; at++) state = hearAnswer(state, { probability: 0, toneHz: null, maxMs: 4_000 });
      expect(['silence', 'voicemail']).toContain(state.verdict);
    }),
  );
});

test('[FLOW-11] a verdict stays', () => {
  fc.assert(
    fc.property(piece, (heard) => {
      const state = answers(['speech', 400], ['silence', 1_000]);
      expect(hearAnswer(state, { ...heard, maxMs: 8_000 })).toBe(state);
    }),
  );
});

test('[FLOW-11] a machine’s words decide at once, a person’s let them talk longer and breathe; what was decided stays', () => {
  const brief = answers(['silence', 300], ['speech', 1_500], ['silence', 256]);
  expect([brief.verdict, asksForWords(brief)]).toEqual([null, true]);
  expect(hearAnswerWords(brief, 'machine').verdict).toBe('voicemail');
  expect(hear(hearAnswerWords(brief, null), 'silence', 700).verdict).toBe('human');
  const firm = hearAnswerWords(answers(['speech', 2_592]), 'person');
  expect(hear(firm, 'speech', 2_000).verdict).toBeNull();
  expect(hear(hear(hear(hear(firm, 'silence', 320), 'speech', 1_600), 'silence', 960), 'silence', 32).verdict).toBe(
    'human',
  );
  expect(hear(firm, 'speech', 6_000).verdict).toBe('voicemail');
  const done = answers(['speech', 400], ['silence', 1_000]);
  expect(hearAnswerWords(done, 'machine')).toBe(done);
});

test('[FLOW-11] words are asked for once at every rest, and before a greeting is too long for a person', () => {
  let state = openAnswering();
  const asked: number[] = [];
  const pass = (what: Sound, ms: number): void => {
    for (let passed = 0; passed < ms; passed += 32) {
      state = hear(state, what, 32);
      if (asksForWords(state)) asked.push(state.passedMs);
    }
  };
  pass('silence', 640);
  pass('speech', 640);
  pass('silence', 512);
  pass('speech', 640);
  pass('silence', 512);
  pass('speech', 1_900);
  expect(asked).toEqual([640 + 640 + 256, 640 + 640 + 512 + 640 + 256, 640 + 640 + 512 + 640 + 512 + 2_592 - 1_280]);
});
