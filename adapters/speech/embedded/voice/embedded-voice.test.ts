import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { voiceSuite } from '#core/speech/voice.suite.ts';
import { testKit } from '../kit/kit.fixture.ts';
import { FETCHING_MS, lentSpeaking, saidBy } from '../lent-pools.fixture.ts';
import { embeddedVoice } from './embedded-voice.ts';
import { espeakPool, type EspeakPool } from './espeak-pool.ts';
import { voiceOf } from './voices.ts';

let kit: string;
let pool: EspeakPool;
const quiet = () => undefined;
const opened = () => {
  const lent = lentSpeaking(pool);
  return embeddedVoice(() => lent);
};

beforeAll(async () => {
  ({ kit } = await testKit());
  pool = espeakPool(kit, 2, quiet);
  await pool.warm();
}, FETCHING_MS);
afterAll(() => pool?.close());

describe('the embedded voice', () => {
  voiceSuite(async () => ({ voice: opened(), close: async () => undefined }));

  test('[FLOW-11] signs that are commands to the program are not obeyed', { timeout: 60_000 }, async () => {
    const plain = await saidBy(opened(), 'h@loU friend');
    expect((await saidBy(opened(), '[[h@loU]] <voice name="de"/> friend')).length).toBeGreaterThan(plain.length);
  });

  test('[FLOW-11] a language without a voice is refused; a variant is taken by its name, anything else is the usual one', async () => {
    await expect(
      opened().speak(
        { text: 'こんにちは', language: 'ja', voice: null, speed: 1 },
        quiet,
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ reason: 'absent' });
    expect([
      voiceOf('en', null),
      voiceOf('en', 'f3'),
      voiceOf('en', '../secret'),
      voiceOf('zh', null),
      voiceOf('ja', null),
    ]).toEqual(['en-us', 'en-us+f3', 'en-us', 'cmn', null]);
  });

  test(
    '[FLOW-11] a program that dies is started again, and what it had not begun is said',
    { timeout: 60_000 },
    async () => {
      const lines: string[] = [];
      const one = espeakPool(kit, 1, (line) => lines.push(line));
      await one.warm();
      process.kill(one.processIds()[0]!, 'SIGKILL');
      const sound = await saidBy(
        embeddedVoice(() => one),
        'Good morning',
      );
      expect(sound.length).toBeGreaterThan(3_000);
      expect(lines).toEqual(['The voice ended: SIGKILL.']);
      await one.close();
      expect(one.processIds()).toEqual([]);
    },
  );

  test(
    '[FLOW-11] a program that dies in the middle of a word breaks that text alone',
    { timeout: 60_000 },
    async () => {
      const one = espeakPool(kit, 1, quiet);
      await one.warm();
      const voice = embeddedVoice(() => one);
      let isKilled = false;
      const speaking = voice.speak(
        { text: Array<string>(30).fill('one two three four five').join(' '), language: 'en', voice: null, speed: 1 },
        () => {
          if (!isKilled) process.kill(one.processIds()[0]!, 'SIGKILL');
          isKilled = true;
        },
        new AbortController().signal,
      );
      await expect(speaking).rejects.toMatchObject({ reason: 'cut' });
      expect((await saidBy(voice, 'Good morning')).length).toBeGreaterThan(3_000);
      await one.close();
    },
  );

  test('[FLOW-11] a program that cannot start is told, not waited for', { timeout: 60_000 }, async () => {
    const none = espeakPool('/nowhere', 1, quiet);
    await expect(
      saidBy(
        embeddedVoice(() => none),
        'Good morning',
      ),
    ).rejects.toMatchObject({ reason: 'absent' });
    await none.close();
  });
});
