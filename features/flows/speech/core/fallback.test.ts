import { describe, expect, test } from 'vitest';
import { fakeBrain } from '#adapters/speech/fake/fake-brain.ts';
import { fakeRecognizer } from '#adapters/speech/fake/fake-recognizer.ts';
import { fakeVoice } from '#adapters/speech/fake/fake-voice.ts';
import { spokenWords } from '#adapters/speech/fake/spoken-words.ts';
import type { Brain, BrainAsk, BrainPiece } from '#core/speech/brain.port.ts';
import { brainSuite } from '#core/speech/brain.suite.ts';
import { brainOf, member, STALLED_MS, voiceOf, type FallbackTools } from './fallback.ts';
import { recognizerOf } from './recognizer-fallback.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { voiceSuite } from '#core/speech/voice.suite.ts';
import { handClock } from '#test/clock.ts';

/** Time that is turned by hand. */
function byHand(): FallbackTools & { pass(ms: number): void } {
  const clock = handClock(0);
  return { nowMs: clock.nowMs, later: clock.after, abort: () => new AbortController(), pass: clock.turn };
}
const rule = { failures: 2, windowMs: 60_000, restMs: 1_000 };
const PATIENCE_MS = 500;
const never = new AbortController().signal;
const named = <T extends { name: string }>(name: string, provider: T): T => Object.assign(provider, { name });
function among<T>(clock: FallbackTools, ...providers: T[]) {
  return providers.map((provider) => member(provider, PATIENCE_MS, clock, rule));
}
const failingBrain = (): Brain => ({
  name: 'down',
  isScripted: false,
  close: async () => {},
  answer: (_ask, signal) => ({
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new SpeechFailure(signal.aborted ? 'cancelled' : 'busy')),
    }),
  }),
});
const failingVoice = (): Voice => ({
  name: 'down',
  can: { languages: ['en'], isStreaming: true },
  close: async () => {},
  speak: async (_ask, _on, signal) => {
    throw new SpeechFailure(signal.aborted ? 'cancelled' : 'cut');
  },
});
const failingRecognizer = (): Recognizer => ({
  name: 'down',
  can: { languages: ['en'], isStreaming: false, knowsPhrases: false, detectsLanguage: false },
  close: async () => {},
  open: () => ({ write() {}, finish: () => Promise.reject(new SpeechFailure('garbage')), cancel() {} }),
});
const silentVoice = (): Voice => ({ ...failingVoice(), name: 'silent', speak: () => new Promise(() => {}) });

// One that always fails stands first: whoever asks does not notice.
describe('a recogniser behind one that fails', () => {
  recognizerSuite(async () => {
    const fake = fakeRecognizer();
    return {
      recognizer: {
        ...recognizerOf(among(byHand(), failingRecognizer(), fake), byHand()),
        close: () => fake.close(),
      },
      language: 'en',
      say: async (words) => spokenWords(words),
      close: async () => {},
    };
  });
});
describe('a voice behind one that fails', () => {
  voiceSuite(async () => {
    const fake = fakeVoice();
    return {
      voice: { ...voiceOf(among(byHand(), failingVoice(), fake), byHand()), close: () => fake.close() },
      close: async () => {},
    };
  });
});
const ask = (text: string): BrainAsk => ({
  goal: '',
  knowledge: '',
  language: 'en',
  turns: [{ by: 'caller', text }],
  tools: [{ name: 'book', purpose: '', inputs: [] }],
});
describe('a brain behind one that fails', () => {
  const script = (asked: BrainAsk) => {
    const last = asked.turns.at(-1)!;
    const words: Record<string, string> = { hours: 'We open at nine.', place: 'Main street four.' };
    return last.by === 'tool'
      ? 'Booked.'
      : last.text === 'book'
        ? [{ type: 'call' as const, callId: '1', name: 'book', input: { day: 'Monday' } }]
        : (words[last.text] ?? '');
  };
  brainSuite(async () => {
    const fake = fakeBrain();
    fake.answers(script, script, script);
    return {
      brain: brainOf(among(byHand(), failingBrain(), fake), byHand()),
      known: { ask: ask('hours'), contains: 'open at nine' },
      other: { ask: ask('place'), contains: 'Main street' },
      unknown: ask('?'),
      calling: { ask: ask('book'), name: 'book', input: { day: 'Monday' } },
      close: async () => {},
    };
  });
});

async function recognize(recognizer: Recognizer, ...words: string[]) {
  const turn = recognizer.open({ languages: ['en'], phrases: [] });
  for (const word of words) turn.write(spokenWords(word));
  return (await turn.finish()).text;
}
const speak = async (voice: Voice, text: string) => {
  let samples = 0;
  await voice.speak({ text, language: 'en', voice: null, speed: 1 }, (piece) => (samples += piece.length), never);
  return samples;
};
async function answer(brain: Brain, pieces: BrainPiece[] = []) {
  for await (const piece of brain.answer(ask('hours'), never)) pieces.push(piece);
  return pieces.map((piece) => (piece.type === 'words' ? piece.text : '')).join('');
}

describe('falling back', () => {
  test('[FLOW-12] the next recogniser hears the whole turn, and the time is that of the one who answered', async () => {
    const clock = byHand();
    const [first, second] = [named('first', fakeRecognizer()), named('second', fakeRecognizer())];
    const used: [string, number][] = [];
    const recognizer = recognizerOf(among<Recognizer>(clock, first, second), clock, (...one) => used.push(one));
    first.fails('busy');
    expect(await recognize(recognizer, 'call me', 'tomorrow')).toBe('call me tomorrow');
    expect(await recognize(recognizer, 'again')).toBe('again');
    expect(used.map(([name]) => name)).toEqual(['second', 'first']);
  });

  test('[FLOW-12] a recogniser that does not answer in time is left, and its late answer is nobody’s', async () => {
    const clock = byHand();
    const late = Promise.withResolvers<never>();
    let cancelled = 0;
    const slow: Recognizer = {
      ...failingRecognizer(),
      open: () => ({ write() {}, finish: () => late.promise, cancel: () => void (cancelled += 1) }),
    };
    const recognizedText = recognize(recognizerOf(among<Recognizer>(clock, slow, fakeRecognizer()), clock), 'hello');
    clock.pass(PATIENCE_MS);
    expect(await recognizedText).toBe('hello');
    expect(cancelled).toBe(1);
  });

  test('[FLOW-12] after several failures a provider rests, and one tries it again afterwards', async () => {
    const clock = byHand();
    const [first, second] = [fakeVoice(), fakeVoice()];
    const voice = voiceOf(
      among<Voice>(
        clock,
        {
          ...failingVoice(),
          speak: async (...turn) =>
            first.asks.length < 2
              ? (await first.speak({ ...turn[0], text: '' }, () => {}, never),
                Promise.reject(new SpeechFailure('busy')))
              : first.speak(...turn),
        },
        second,
      ),
      clock,
    );
    await speak(voice, 'one');
    await speak(voice, 'two');
    await speak(voice, 'three');
    expect([first.asks.length, second.asks.length]).toEqual([2, 3]);
    clock.pass(rule.restMs);
    await speak(voice, 'four');
    await speak(voice, 'five');
    expect([first.asks.length, second.asks.length]).toEqual([4, 3]);
  });

  test('[FLOW-12] a voice that has begun is not begun again by another', async () => {
    const clock = byHand();
    const [first, second] = [fakeVoice(), fakeVoice()];
    first.fails('cut');
    await expect(speak(voiceOf(among<Voice>(clock, first, second), clock), 'one two')).rejects.toMatchObject({
      reason: 'cut',
    });
    expect(second.asks).toEqual([]);
  });

  test('[FLOW-12] a voice that says nothing for too long is left; what it says later is not heard', async () => {
    const clock = byHand();
    let late: (samples: Int16Array) => void = () => {};
    const slow: Voice = { ...silentVoice(), speak: (_ask, onSamples) => ((late = onSamples), new Promise(() => {})) };
    const voice = voiceOf(among<Voice>(clock, slow, fakeVoice()), clock);
    let samples = 0;
    const spoken = voice.speak(
      { text: 'hello', language: 'en', voice: null, speed: 1 },
      (piece) => (samples += piece.length),
      never,
    );
    clock.pass(PATIENCE_MS);
    late(new Int16Array(7));
    await spoken;
    expect(samples).toBe(2_400);
  });

  test('[FLOW-12] a voice that stops in the middle is given up before anybody wonders, however long it hangs', async () => {
    const clock = byHand();
    let more: (samples: Int16Array) => void = () => {};
    const hanging: Voice = {
      ...silentVoice(),
      speak: (_ask, onSamples) => ((more = onSamples), onSamples(new Int16Array(800)), new Promise(() => {})),
    };
    const spoken = voiceOf(among<Voice>(clock, hanging, fakeVoice()), clock).speak(
      { text: 'hello', language: 'en', voice: null, speed: 1 },
      () => {},
      never,
    );
    clock.pass(STALLED_MS - 1);
    more(new Int16Array(800));
    clock.pass(STALLED_MS - 1);
    more(new Int16Array(800));
    clock.pass(STALLED_MS);
    await expect(spoken).rejects.toMatchObject({ reason: 'slow' });
  });

  test('[FLOW-12] who speaks in place of another says so, that nobody keeps it as the voice of the other', async () => {
    const clock = byHand();
    const ask = { text: 'hello', language: 'en', voice: null, speed: 1 } as const;
    expect(await voiceOf(among<Voice>(clock, failingVoice(), fakeVoice()), clock).speak(ask, () => {}, never)).toBe(
      'substitute',
    );
    expect(
      await voiceOf(among<Voice>(clock, fakeVoice(), failingVoice()), clock).speak(ask, () => {}, never),
    ).toBeUndefined();
    expect(voiceOf(among<Voice>(clock, { ...fakeVoice(), timbre: 'warm' }, fakeVoice()), clock).timbre).toBe('warm');
  });

  test('[FLOW-12] a brain that has begun is not begun again; one that says nothing is left', async () => {
    const clock = byHand();
    const [first, second] = [fakeBrain(), fakeBrain()];
    first.fails('cut', 'One moment');
    const pieces: BrainPiece[] = [];
    await expect(answer(brainOf(among<Brain>(clock, first, second), clock), pieces)).rejects.toMatchObject({
      reason: 'cut',
    });
    expect([pieces.length > 0, second.asks.length]).toEqual([true, 0]);
    second.answers('We open at nine.');
    const mute: Brain = {
      ...failingBrain(),
      answer: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    };
    const used: [string, number][] = [];
    const answered = answer(
      brainOf(among<Brain>(clock, mute, named('second', second)), clock, (...one) => used.push(one)),
    );
    clock.pass(PATIENCE_MS);
    expect([await answered, used]).toEqual(['We open at nine.', [['second', 0]]]);
  });

  test('[FLOW-12] patience counts to the first sign of life only', async () => {
    const clock = byHand();
    const go = Promise.withResolvers<void>();
    const thoughtful: Brain = {
      ...failingBrain(),
      async *answer() {
        yield { type: 'words', text: 'Well, ' };
        await go.promise;
        yield { type: 'words', text: 'nine.' };
        yield { type: 'done' };
      },
    };
    const pieces: BrainPiece[] = [];
    const answered = answer(brainOf(among<Brain>(clock, thoughtful, failingBrain()), clock), pieces);
    await expect.poll(() => pieces.length).toBe(1);
    clock.pass(PATIENCE_MS * 10);
    go.resolve();
    expect(await answered).toBe('Well, nine.');
  });

  test('[FLOW-12] whoever gives up is not handed on to the next, and it is no fault of the provider', async () => {
    const clock = byHand();
    const second = fakeVoice();
    const members = among<Voice>(clock, silentVoice(), second);
    for (let time = 0; time < rule.failures + 1; time++) {
      const given = new AbortController();
      const spoken = voiceOf(members, clock).speak(
        { text: 'hello', language: 'en', voice: null, speed: 1 },
        () => {},
        given.signal,
      );
      given.abort();
      await expect(spoken).rejects.toMatchObject({ reason: 'cancelled' });
    }
    expect([second.asks, members[0]!.mayAsk()]).toEqual([[], true]);
    const turn = recognizerOf(among<Recognizer>(clock, failingRecognizer(), fakeRecognizer()), clock).open({
      languages: ['en'],
      phrases: [],
    });
    turn.cancel();
    await expect(turn.finish()).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('[FLOW-12] when all fail the last reason is told; without anybody it is absent', async () => {
    const clock = byHand();
    await expect(
      speak(voiceOf(among(clock, silentVoice(), failingVoice()).slice(1), clock), 'hello'),
    ).rejects.toMatchObject({ reason: 'cut' });
    for (let time = 0; time < 5; time++)
      await expect(answer(brainOf(among(clock, failingBrain(), failingBrain()), clock))).rejects.toMatchObject({
        reason: 'busy',
      });
    await expect(speak(voiceOf([], clock), 'hello')).rejects.toMatchObject({ reason: 'absent' });
    await expect(answer(brainOf([], clock))).rejects.toMatchObject({ reason: 'absent' });
    await expect(recognize(recognizerOf([], clock), 'hello')).rejects.toMatchObject({ reason: 'absent' });
  });
});
