import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { testKit } from '../kit/kit.fixture.ts';
import { FETCHING_MS, lentRecognition, saidBy } from '../lent-pools.fixture.ts';
import { embeddedVoice } from '../voice/embedded-voice.ts';
import { espeakPool, type EspeakPool } from '../voice/espeak-pool.ts';
import { embeddedRecognizer } from './embedded-recognizer.ts';
import { recognitionPool, type RecognitionPool } from './recognition-pool.ts';
import type { Utterance } from './understand.ts';

let kit: string;
let pool: RecognitionPool;
let speaking: EspeakPool;
const quiet = () => undefined;
const say = (text: string) =>
  saidBy(
    embeddedVoice(() => speaking),
    text,
  );
const opened = () => {
  const lent = lentRecognition(pool);
  return embeddedRecognizer(
    () => lent,
    embeddedVoice(() => speaking),
  );
};

beforeAll(async () => {
  ({ kit } = await testKit());
  pool = recognitionPool(kit, availableParallelism(), quiet);
  speaking = espeakPool(kit, 1, quiet);
  await Promise.all([pool.warm(), speaking.warm()]);
}, FETCHING_MS);
afterAll(() => Promise.all([pool?.close(), speaking?.close()]));

describe('the embedded recogniser', () => {
  const texts = {
    one: 'My phone is broken.',
    other: 'I want to complain.',
    phrases: ['I have no time', 'Stop calling me', 'Cancel my order'],
  } as const;
  recognizerSuite(async () => ({ recognizer: opened(), language: 'en', say, close: async () => undefined }), texts);
});

describe('several recognisers', () => {
  const tone = Int16Array.from({ length: 8_000 }, (_, at) => 6_000 * Math.sin(at / 4));
  const utterance: Utterance = { samples: tone, phrases: [], language: 'en' };

  test('[FLOW-11] a guess that was given up before its turn never runs', { timeout: 60_000 }, async () => {
    const one = recognitionPool(kit, 1, quiet);
    const first = one.submit(utterance);
    const guess = one.submit(utterance);
    const last = one.submit(utterance);
    guess.giveUp();
    await expect(guess.transcription).rejects.toMatchObject({ reason: 'cancelled' });
    await Promise.all([first.transcription, last.transcription]);
    expect(one.begun()).toBe(2);
    await one.close();
  });

  test('[FLOW-11] more than anybody would wait for is refused as too much, and closing ends the rest', async () => {
    const one = recognitionPool(kit, 1, quiet);
    const asked = Array.from({ length: 66 }, () => one.submit(utterance));
    await expect(asked.at(-1)!.transcription).rejects.toMatchObject({ reason: 'busy' });
    await one.close();
    await expect(asked[0]!.transcription).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('[FLOW-11] one that dies takes its own utterance with it, and another comes', { timeout: 60_000 }, async () => {
    const one = recognitionPool(kit, 1, quiet);
    await one.warm();
    const lost = one.submit(utterance);
    process.kill(one.processIds()[0]!, 'SIGKILL');
    await expect(lost.transcription).rejects.toMatchObject({ reason: 'cut' });
    expect(await one.submit(utterance).transcription).toMatchObject({ text: '' });
    await one.close();
    expect(one.processIds()).toEqual([]);
  });

  test('[FLOW-11] models that cannot be loaded are told, not waited for', { timeout: 60_000 }, async () => {
    const lines: string[] = [];
    const none = recognitionPool('/nowhere', 1, (line) => lines.push(line));
    await expect(none.submit(utterance).transcription).rejects.toMatchObject({ reason: 'absent' });
    await expect(none.warm()).rejects.toMatchObject({ reason: 'absent' });
    expect(lines[0]).toMatch(/^A recogniser ended: .*Error: Cannot find module/);
    await none.close();
  });
});

describe('what callers answer', () => {
  // The voice says nothing twice in quite the same way: these are understood with room to spare.
  const answers = [
    'Yes',
    'No',
    'Maybe later',
    'Talk to an agent',
    'I want to pay my bill',
    'Cancel my order',
    'Track my package',
    'Reset my password',
    'Technical support',
    'Opening hours',
    'I am not interested',
    'Renew my contract',
    'Close my account',
    'Report a problem',
    'I already paid',
    'The first option',
    'The second option',
    'Good morning',
    'Not right now',
    'I moved to another city',
    'I want a new phone',
    'I need help',
    'Tell me more',
    'I forgot my password',
    'I have no time',
    'My phone is broken',
    'Stop calling me',
    'I want to complain',
    'Internet connection',
    'Monday afternoon',
    'Thank you',
    'Customer service',
    'Call me back tomorrow',
  ];
  const others = [
    'Do not cancel my order',
    'I want to see my bill',
    'The weather is lovely in the mountains',
    'My sister plays the piano every evening',
    'Two hundred and forty seven',
    'What is the capital of France',
  ];
  const recognize = async (text: string) => {
    const turn = opened().open({ languages: ['en'], phrases: answers });
    turn.write(await say(text));
    return turn.finish();
  };

  test('[FLOW-11] each of 33 phrases on a telephone line is taken for itself', { timeout: 300_000 }, async () => {
    const recognizedPhrases = await Promise.all(answers.map(async (answer) => (await recognize(answer)).phrase));
    expect(recognizedPhrases).toEqual(answers);
  });

  test('[FLOW-11] what is none of them is taken for none', { timeout: 300_000 }, async () => {
    const recognizedPhrases = await Promise.all(others.map(async (other) => (await recognize(other)).phrase));
    expect(recognizedPhrases).toEqual(others.map(() => null));
  });

  test('[FLOW-11] noise on the line is no word and no phrase', { timeout: 60_000 }, async () => {
    let seed = 1;
    const noise = Int16Array.from({ length: 12_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 4_000) - 2_000);
    const turn = opened().open({ languages: ['en'], phrases: answers });
    turn.write(noise);
    expect(await turn.finish()).toMatchObject({ text: '', phrase: null });
  });

  test('[FLOW-11] somebody quiet is understood as well', { timeout: 60_000 }, async () => {
    const turn = opened().open({ languages: ['en'], phrases: [] });
    turn.write((await say('My phone is broken.')).map((sample) => sample / 20));
    expect((await turn.finish()).text).toMatch(/phone is broken/i);
  });

  test('[FLOW-11] a long story is heard to its end', { timeout: 300_000 }, async () => {
    const turn = opened().open({ languages: ['en'], phrases: [] });
    const story = await say(
      'My phone is broken. I want to complain. I have no time. Stop calling me. I am not interested. I need help. I want to complain. I have no time. Tell me more. Stop calling me. My phone is broken. I have no time. I want to complain. Thank you.',
    );
    expect(story.length).toBeGreaterThan(12 * 8_000);
    turn.write(story);
    const { text } = await turn.finish();
    expect(text).toMatch(/^my phone is broken/i);
    expect(text).toMatch(/thank you\W*$/i);
  });
});

describe('languages the model does not know', () => {
  const awaitedPhrases = {
    es: [
      'Quiero una cita',
      'Hablar con un agente',
      'Cancelar mi pedido',
      'El estado de mi pedido',
      'Sí, por favor',
      'Mañana por la tarde',
      'Pagar mi factura',
      'No me interesa',
    ],
    id: [
      'Saya mau membayar tagihan',
      'Bicara dengan petugas',
      'Batalkan pesanan saya',
      'Besok pagi',
      'Saya tidak tertarik',
      'Ganti kata sandi',
      'Jam buka',
      'Terima kasih banyak',
    ],
  } as const;
  const clear = {
    es: ['Sí, por favor', 'Mañana por la tarde', 'Pagar mi factura'],
    id: ['Besok pagi', 'Ganti kata sandi'],
  } as const;
  const strange = {
    es: ['El tiempo en las montañas es muy bueno', 'Mi hermana toca el piano'],
    id: ['Cuaca di gunung sangat indah', 'Kakak saya bermain piano'],
  } as const;
  const recognize = async (language: 'es' | 'id', text: string, phrases: readonly string[]) => {
    const turn = opened().open({ languages: [language, 'en'], phrases });
    turn.write(
      await saidBy(
        embeddedVoice(() => speaking),
        text,
        language,
      ),
    );
    return turn.finish();
  };

  test.each(['es', 'id'] as const)(
    '[FLOW-11] in %s what a flow waits for is understood, at worst not at all',
    { timeout: 120_000 },
    async (language) => {
      const transcriptions = await Promise.all(
        awaitedPhrases[language].map((phrase) => recognize(language, phrase, awaitedPhrases[language])),
      );
      for (const [at, { phrase }] of transcriptions.entries())
        expect([awaitedPhrases[language][at], null]).toContain(phrase);
      // People are understood better than this voice, which says nothing twice in quite the same way: these with room to spare.
      for (const phrase of clear[language])
        expect(transcriptions).toContainEqual(expect.objectContaining({ text: phrase, phrase, language }));
    },
  );

  test.each(['es', 'id'] as const)(
    '[FLOW-11] in %s anything else is nothing, and never English that nobody said',
    { timeout: 120_000 },
    async (language) => {
      const transcriptions = await Promise.all(
        strange[language].map((words) => recognize(language, words, awaitedPhrases[language])),
      );
      expect(transcriptions.map(({ text, phrase }) => ({ text, phrase }))).toEqual(
        strange[language].map(() => ({ text: '', phrase: null })),
      );
      expect(await recognize(language, awaitedPhrases[language][0], [])).toMatchObject({ text: '', phrase: null });
    },
  );

  test(
    '[FLOW-11] Chinese is understood by how our own voice says it, once it was learned',
    { timeout: 120_000 },
    async () => {
      const phrases = ['我要付款', '转人工', '取消订单', '查询包裹', '营业时间'];
      const recognizer = opened();
      recognizer.expect?.({ languages: ['zh'], phrases });
      const by = { ...embeddedVoice(() => speaking) };
      const recognizeChinese = async (text: string): Promise<string | null> => {
        const turn = recognizer.open({ languages: ['zh'], phrases });
        await by.speak(
          { text, language: 'zh', voice: 'm2', speed: 1.1 },
          (samples) => turn.write(samples),
          new AbortController().signal,
        );
        return (await turn.finish()).phrase;
      };
      await expect.poll(() => recognizeChinese('取消订单'), { timeout: 60_000 }).toBe('取消订单');
      expect(await recognizeChinese('营业时间')).toBe('营业时间');
      expect(await recognizeChinese('今天山里的天气非常好')).toBeNull();
    },
  );

  test('[FLOW-11] what machines say is noticed in any language', { timeout: 120_000 }, async () => {
    const recognizer = opened();
    const notice = [
      { language: 'id', text: 'tidak terdaftar' },
      { language: 'id', text: 'kotak suara' },
    ] as const;
    recognizer.expect?.({ languages: ['en'], phrases: [], notice });
    const noticed = async (text: string) => {
      const turn = recognizer.open({ languages: ['en'], phrases: [], notice });
      turn.write(
        await saidBy(
          embeddedVoice(() => speaking),
          text,
          'id',
        ),
      );
      return (await turn.finish()).noticed ?? null;
    };
    await expect
      .poll(() => noticed('Kotak suara penuh.'), { timeout: 60_000 })
      .toEqual({ language: 'id', text: 'kotak suara' });
    expect(await noticed('Halo, selamat malam.')).toBeNull();
  });

  test('[FLOW-11] a key of a menu is understood by its word', { timeout: 60_000 }, async () => {
    const keys = ['1', '2', '3', '4', '5', '8'];
    const transcriptions = await Promise.all(['uno', 'dos', 'ocho'].map((word) => recognize('es', word, keys)));
    expect(transcriptions.map(({ phrase }) => phrase)).toEqual(['1', '2', '8']);
  });

  test('[FLOW-11] noise and other writing are no phrase', { timeout: 60_000 }, async () => {
    let seed = 1;
    const turn = opened().open({ languages: ['es'], phrases: [...awaitedPhrases.es, '预约', '是'] });
    turn.write(Int16Array.from({ length: 12_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 4_000) - 2_000));
    expect(await turn.finish()).toMatchObject({ text: '', phrase: null });
    expect(await recognize('es', awaitedPhrases.es[0], ['预约'])).toMatchObject({ phrase: null });
  });
});
