import { describe, expect, test } from 'vitest';
import { voiceSuite } from '#core/speech/voice.suite.ts';
import { inTest, onStage, speak, voiceFaults } from '../provider-tests.fixture.ts';
import { openElevenLabsVoice } from './open-elevenlabs-voice.ts';
import { elevenLabsServer } from './elevenlabs-server.fixture.ts';

describe("speech by ElevenLabs' protocol", () => {
  voiceSuite(async () => {
    const { opened, close } = await onStage(elevenLabsServer, 'elevenlabs', openElevenLabsVoice);
    return { voice: opened, close };
  });
  voiceFaults(elevenLabsServer, 'elevenlabs', openElevenLabsVoice);

  test('[FLOW-12] it is asked at the rate of telephones, in the language, as fast as it can', async () => {
    const { provider, opened } = await inTest(elevenLabsServer, 'elevenlabs', openElevenLabsVoice, {
      model: 'eleven_flash_v2_5',
    });
    await speak(opened, 'Hola', { language: 'es', speed: 2 });
    const [{ path, query, headers, body }] = provider.asked as [(typeof provider.asked)[0]];
    expect([path, query.get('output_format'), headers['xi-api-key']]).toEqual([
      '/v1/text-to-speech/21m00Tcm4TlvDq8ikWAM/stream',
      'pcm_8000',
      'sk-local-0123456789',
    ]);
    expect(JSON.parse(body.toString())).toEqual({
      text: 'Hola',
      model_id: 'eleven_flash_v2_5',
      language_code: 'es',
      voice_settings: { speed: 1.2 },
    });
  });

  test('[FLOW-12] the next sentence uses the connection of the one before', async () => {
    const { provider, opened } = await inTest(elevenLabsServer, 'elevenlabs', openElevenLabsVoice);
    for (const text of ['One.', 'Two.', 'Three.']) await speak(opened, text);
    expect([provider.asked.length, provider.connections()]).toEqual([3, 1]);
  });
});
