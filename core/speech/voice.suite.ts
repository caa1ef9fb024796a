import { joinedSamples } from '../sound/joined-samples.ts';
import { expect, test } from 'vitest';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechFailure } from './speech-failure.ts';
import type { Voice } from './voice.port.ts';

/** A voice to listen to. */
export interface VoiceStage {
  voice: Voice;
  close(): Promise<void>;
}

const texts: Record<CustomerLanguage, string> = {
  es: 'Buenos días, ¿en qué puedo ayudarle?',
  en: 'Good morning, how can I help you today?',
  hi: 'नमस्ते, मैं आपकी कैसे मदद कर सकता हूँ?',
  ja: 'おはようございます。',
  ru: 'Доброе утро, чем я могу помочь?',
  uk: 'Доброго ранку, чим я можу допомогти?',
  sv: 'God morgon, hur kan jag hjälpa dig?',
  zh: '早上好，请问有什么可以帮您？',
  pt: 'Bom dia, como posso ajudar?',
  nl: 'Goedemorgen, hoe kan ik u helpen?',
  tr: 'Günaydın, size nasıl yardımcı olabilirim?',
  fr: 'Bonjour, comment puis-je vous aider ?',
  de: 'Guten Morgen, wie kann ich Ihnen helfen?',
  id: 'Selamat pagi, ada yang bisa saya bantu?',
  ko: '안녕하세요, 무엇을 도와드릴까요?',
  it: 'Buongiorno, come posso aiutarla?',
};
const SAMPLES_PER_SECOND = 8_000;

/** What every voice does. */
export function voiceSuite(open: () => Promise<VoiceStage>): void {
  const onStage = (name: string, play: (voice: Voice) => Promise<void>) =>
    test(`[FLOW-11] ${name}`, { timeout: 60_000 }, async () => {
      const stage = await open();
      try {
        await play(stage.voice);
      } finally {
        await stage.voice.close();
        await stage.close();
      }
    });

  onStage('a sentence is sound, and all of it came when the promise resolves', async (voice) => {
    const language = firstOf(voice);
    let isOver = false;
    let late = 0;
    const pieces: Int16Array[] = [];
    await voice.speak(
      { text: texts[language], language, voice: null, speed: 1 },
      (samples) => (isOver ? late++ : pieces.push(samples.slice())),
      new AbortController().signal,
    );
    isOver = true;
    const sound = joinedSamples(pieces);
    expect(sound.length).toBeGreaterThan(SAMPLES_PER_SECOND / 2);
    expect(loudest(sound)).toBeGreaterThan(1_000);
    await spoken(voice, texts[language]);
    expect(late).toBe(0);
  });

  onStage('a text without a word is no sound and no failure', async (voice) => {
    expect((await spoken(voice, '')).length).toBe(0);
    expect((await spoken(voice, ' \n ')).length).toBe(0);
  });

  onStage('a long text arrives whole', async (voice) => {
    const text = texts[firstOf(voice)];
    const [once, often] = [await spoken(voice, text), await spoken(voice, Array<string>(6).fill(text).join(' '))];
    expect(often.length).toBeGreaterThan(once.length * 4);
  });

  onStage('faster is shorter, slower is longer', async (voice) => {
    const text = texts[firstOf(voice)];
    const [slow, usual, fast] = [
      await spoken(voice, text, 0.5),
      await spoken(voice, text, 1),
      await spoken(voice, text, 2),
    ];
    expect(fast.length).toBeLessThan(usual.length * 0.8);
    expect(slow.length).toBeGreaterThan(usual.length * 1.2);
  });

  onStage('somebody who is interrupted before the first word says nothing', async (voice) => {
    await expectCancelled(voice, AbortSignal.abort());
  });

  onStage('an interrupted voice is silent at once and speaks again when asked', async (voice) => {
    const language = firstOf(voice);
    const usual = await spoken(voice, texts[language]);
    const interrupt = new AbortController();
    let after = 0;
    const speaking = voice.speak(
      { text: Array<string>(8).fill(texts[language]).join(' '), language, voice: null, speed: 1 },
      () => (interrupt.signal.aborted ? after++ : interrupt.abort()),
      interrupt.signal,
    );
    await expectReason(speaking, ['cancelled']);
    expect((await spoken(voice, texts[language])).length).toBeGreaterThan(usual.length * 0.9);
    expect(after).toBe(0);
  });

  onStage('several speak at once, each its own text to the end', async (voice) => {
    const text = texts[firstOf(voice)];
    const long = `${text} ${text}`;
    const [alone, aloneLong] = [await spoken(voice, text), await spoken(voice, long)];
    const together = await Promise.all([spoken(voice, text), spoken(voice, long), spoken(voice, text)]);
    for (const [at, expected] of [alone.length, aloneLong.length, alone.length].entries()) {
      expect(together[at]!.length / expected).toBeGreaterThan(0.9);
      expect(together[at]!.length / expected).toBeLessThan(1.1);
    }
  });

  onStage('it speaks every language it says it can', async (voice) => {
    expect(voice.name).not.toBe('');
    expect(voice.can.languages.length).toBeGreaterThan(0);
    for (const language of voice.can.languages) {
      const sound = await spoken(voice, texts[language], 1, language);
      expect(sound.length, language).toBeGreaterThan(SAMPLES_PER_SECOND / 4);
      expect(loudest(sound), language).toBeGreaterThan(1_000);
    }
  });

  onStage('where it says so, the first sound comes before the last is made', async (voice) => {
    if (!voice.can.isStreaming) return;
    const language = firstOf(voice);
    let pieces = 0;
    await voice.speak(
      { text: Array<string>(4).fill(texts[language]).join(' '), language, voice: null, speed: 1 },
      () => pieces++,
      new AbortController().signal,
    );
    expect(pieces).toBeGreaterThan(1);
  });

  onStage('closing ends what is being said with a failure', async (voice) => {
    const language = firstOf(voice);
    const ask = { text: Array<string>(20).fill(texts[language]).join(' '), language, voice: null, speed: 1 };
    let closed: Promise<void> | undefined;
    await expectReason(
      voice.speak(ask, () => (closed ??= voice.close()), new AbortController().signal),
      ['cancelled', 'cut', 'absent'],
    );
    await closed;
    await expectReason(
      voice.speak(ask, () => undefined, new AbortController().signal),
      ['cancelled', 'cut', 'absent'],
    );
  });

  async function expectCancelled(voice: Voice, signal: AbortSignal): Promise<void> {
    let pieces = 0;
    await expectReason(
      voice.speak(
        { text: texts[firstOf(voice)], language: firstOf(voice), voice: null, speed: 1 },
        () => pieces++,
        signal,
      ),
      ['cancelled'],
    );
    await spoken(voice, texts[firstOf(voice)]);
    expect(pieces).toBe(0);
  }
}

async function spoken(voice: Voice, text: string, speed = 1, language = firstOf(voice)): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  await voice.speak(
    { text, language, voice: null, speed },
    (samples) => pieces.push(samples.slice()),
    new AbortController().signal,
  );
  return joinedSamples(pieces);
}

function firstOf(voice: Voice): CustomerLanguage {
  return voice.can.languages.includes('en') ? 'en' : voice.can.languages[0]!;
}

function loudest(sound: Int16Array): number {
  return sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

async function expectReason(promise: Promise<unknown>, reasons: readonly string[]): Promise<void> {
  const thrown = await promise.then(
    () => 'spoken',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(SpeechFailure);
  expect(reasons).toContain((thrown as SpeechFailure).reason);
}
