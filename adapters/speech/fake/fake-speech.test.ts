import { describe, expect, test } from 'vitest';
import type { BrainAsk } from '#core/speech/brain.port.ts';
import { brainSuite } from '#core/speech/brain.suite.ts';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { voiceSuite } from '#core/speech/voice.suite.ts';
import { fakeBrain } from './fake-brain.ts';
import { fakeRecognizer } from './fake-recognizer.ts';
import { fakeSpeech } from './fake-speech.ts';
import { fakeVoice } from './fake-voice.ts';
import { spokenWords } from './spoken-words.ts';

const nothingLeft = async () => undefined;
const say = async (words: string) => spokenWords(words);

describe('the fake recogniser', () => {
  recognizerSuite(async () => ({ recognizer: fakeRecognizer(), language: 'en', say, close: nothingLeft }));
});

describe('the fake recogniser that tells words at once', () => {
  recognizerSuite(async () => ({
    recognizer: fakeRecognizer({ isStreaming: true }),
    language: 'es',
    say,
    close: nothingLeft,
  }));
});

describe('the fake voice', () => {
  voiceSuite(async () => ({ voice: fakeVoice(), close: nothingLeft }));
});

describe('the fake brain', () => {
  const ask = (text: string): BrainAsk => ({
    goal: '',
    knowledge: '',
    language: 'en',
    turns: [{ by: 'caller', text }],
    tools: [{ name: 'book', purpose: 'Books a table', inputs: [{ name: 'day', purpose: 'When', isRequired: true }] }],
  });
  const script = (asked: BrainAsk) => {
    const text = asked.turns.flatMap((turn) => (turn.by === 'caller' ? [turn.text] : [])).at(-1);
    if (text === 'book')
      return asked.turns.at(-1)!.by === 'tool'
        ? 'Booked.'
        : [{ type: 'call' as const, callId: '1', name: 'book', input: { day: 'Monday' } }];
    return text === 'hours' ? 'We open at nine.' : text === 'place' ? 'Main street four.' : '';
  };
  brainSuite(async () => {
    const brain = fakeBrain();
    brain.answers(script, script, script);
    return {
      brain,
      known: { ask: ask('hours'), contains: 'open at nine' },
      other: { ask: ask('place'), contains: 'Main street' },
      unknown: ask('what?'),
      calling: { ask: ask('book'), name: 'book', input: { day: 'Monday' } },
      close: nothingLeft,
    };
  });
});

describe('what the fakes are told', () => {
  test('[FLOW-11] a recogniser hears and fails as it was told, in that order', async () => {
    const { recognizer } = fakeSpeech();
    recognizer.hears('Cancel my order', { confidence: 0.4 });
    recognizer.fails('slow');
    const turn = () => recognizer.open({ languages: ['en'], phrases: ['Cancel my order'] });
    expect(await turn().finish()).toEqual({
      text: 'Cancel my order',
      confidence: 0.4,
      phrase: 'Cancel my order',
      language: null,
    });
    await expect(turn().finish()).rejects.toMatchObject({ reason: 'slow' });
    expect(recognizer.asks).toHaveLength(2);
  });

  test('[FLOW-11] a brain and a voice break in the middle as they were told', async () => {
    const { brain, voice } = fakeSpeech();
    brain.fails('cut', 'One moment');
    const words: string[] = [];
    const answered = (async () => {
      for await (const piece of brain.answer(
        { goal: '', knowledge: '', language: 'en', tools: [], turns: [] },
        new AbortController().signal,
      ))
        if (piece.type === 'words') words.push(piece.text);
    })();
    await expect(answered).rejects.toMatchObject({ reason: 'cut' });
    expect(words.join('')).toBe('One moment');
    voice.fails('busy');
    let samples = 0;
    await expect(
      voice.speak(
        { text: 'One moment', language: 'en', voice: null, speed: 1 },
        (piece) => (samples += piece.length),
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ reason: 'busy' });
    expect(samples).toBe(2_400);
  });

  test('[FLOW-11] the detector takes words for speech and silence for none', async () => {
    const speech = await fakeSpeech().of(1);
    const ear = speech.detector.open();
    expect(await ear.probability(spokenWords('hello there').subarray(0, 256))).toBeGreaterThan(0.5);
    expect(await ear.probability(new Int16Array(256))).toBeLessThan(0.5);
  });
});
