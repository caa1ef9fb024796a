import { describe, expect, test } from 'vitest';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { voiceSuite } from '#core/speech/voice.suite.ts';
import { inTest, onStage, recognizerFaults, speak, voiceFaults } from '../provider-tests.fixture.ts';
import { soundOf } from '../sounding.fixture.ts';
import { openDeepgramRecognizer } from './open-deepgram-recognizer.ts';
import { openDeepgramVoice } from './open-deepgram-voice.ts';
import { deepgramServer } from './deepgram-server.fixture.ts';

describe("recognition by Deepgram's protocol", () => {
  recognizerSuite(async () => {
    const { opened, close } = await onStage(deepgramServer, 'deepgram', openDeepgramRecognizer);
    return { recognizer: opened, language: 'en', say: async (words) => soundOf(words), close };
  });
  recognizerFaults(deepgramServer, 'deepgram', openDeepgramRecognizer);

  test('[FLOW-12] it is told the rate, the language and what is waited for; the key stands in no address', async () => {
    const { provider, opened } = await inTest(deepgramServer, 'deepgram', openDeepgramRecognizer);
    const turn = opened.open({ languages: ['id'], phrases: ['ya & tidak', 'batal'] });
    turn.write(soundOf('ya'));
    await turn.finish();
    const [{ query, headers }] = provider.asked as [(typeof provider.asked)[0]];
    expect(Object.fromEntries(query)).toMatchObject({
      model: 'model-1',
      sample_rate: '8000',
      encoding: 'linear16',
      language: 'id',
    });
    expect(query.getAll('keyterm')).toEqual(['ya & tidak', 'batal']);
    expect([headers.authorization, query.toString().includes('sk-local')]).toEqual([
      'Token sk-local-0123456789',
      false,
    ]);
  });

  test('[FLOW-12] of several languages it says which it heard, and how sure it is', async () => {
    const { opened } = await inTest(deepgramServer, 'deepgram', openDeepgramRecognizer);
    const turn = opened.open({ languages: ['en', 'es'], phrases: ['buenos dias'] });
    turn.write(soundOf('buenos dias'));
    const transcription = await turn.finish();
    expect(transcription).toEqual({
      text: 'buenos dias',
      confidence: expect.closeTo(0.93),
      phrase: 'buenos dias',
      language: 'es',
    });
  });
});

describe("speech by Deepgram's protocol", () => {
  voiceSuite(async () => {
    const { opened, close } = await onStage(deepgramServer, 'deepgram', openDeepgramVoice);
    return { voice: opened, close };
  });
  voiceFaults(deepgramServer, 'deepgram', openDeepgramVoice);

  test('[FLOW-12] a voice is a model; without one of its own the language has that of the account', async () => {
    const { provider, opened } = await inTest(deepgramServer, 'deepgram', openDeepgramVoice);
    await speak(opened, 'Hello');
    await speak(opened, 'Hola', { language: 'es' });
    await speak(opened, 'Hello', { voice: 'Zoe' });
    expect(provider.asked.map(({ query }) => query.get('model'))).toEqual(['Ann', 'model-1', 'Zoe']);
  });
});
