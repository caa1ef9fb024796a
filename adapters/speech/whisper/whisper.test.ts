import { describe, expect, test } from 'vitest';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { inTest, onStage, recognizerFaults } from '../provider-tests.fixture.ts';
import { soundOf } from '../sounding.fixture.ts';
import { whisperServer } from './whisper-server.fixture.ts';
import { openWhisperRecognizer } from './open-whisper-recognizer.ts';

describe("recognition by a file, as Whisper's servers do", () => {
  recognizerSuite(async () => {
    const { opened, close } = await onStage(whisperServer, 'whisper', openWhisperRecognizer);
    return { recognizer: opened, language: 'en', say: async (words) => soundOf(words), close };
  });
  recognizerFaults(whisperServer, 'whisper', openWhisperRecognizer);

  test('[FLOW-12] it is told the language where there is one, and what is waited for; silence is not sent', async () => {
    const { provider, opened } = await inTest(whisperServer, 'whisper', openWhisperRecognizer);
    const recognize = async (ask: Parameters<typeof opened.open>[0], sound: Int16Array) => {
      const turn = opened.open(ask);
      turn.write(sound);
      return turn.finish();
    };
    await recognize({ languages: ['es'], phrases: ['sí', 'no'] }, soundOf('si'));
    await recognize({ languages: ['es', 'en'], phrases: [] }, soundOf('si'));
    await recognize({ languages: ['es'], phrases: [] }, new Int16Array(16_000).fill(3));
    const forms = provider.asked.map(({ body }) => body.toString('latin1'));
    expect(forms).toHaveLength(2);
    expect([
      forms[0]!.includes('name="language"\r\n\r\nes\r\n'),
      forms[0]!.includes('name="prompt"'),
      forms[1]!.includes('name="language"'),
      forms[1]!.includes('name="prompt"'),
    ]).toEqual([true, true, false, false]);
  });
});
