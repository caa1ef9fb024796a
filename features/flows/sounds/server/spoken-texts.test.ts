import { expect, test } from 'vitest';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { openSpokenTexts } from './spoken-texts.ts';

/** A voice that says as many samples as a text has letters. */
function aVoice() {
  const said: string[] = [];
  const voice = {
    name: 'test',
    speak: async ({ text }: { text: string }, take: (samples: Int16Array) => void) => {
      said.push(text);
      take(new Int16Array(text.length));
      return 'own';
    },
  } as unknown as Voice;
  return { said, voice };
}

test('[TASK-03] a text that is spoken ahead is spoken once, and again for another tenant or language', async () => {
  const { said, voice } = aVoice();
  const speak = openSpokenTexts(async () => voice);
  const [ahead, played] = await Promise.all([speak(1, 'Hola Ana', 'es-MX'), speak(1, 'Hola Ana', 'es-MX')]);
  expect(ahead).toBe(played);
  expect(played).toHaveLength(8);
  await speak(2, 'Hola Ana', 'es-MX');
  await speak(1, 'Hola Ana', 'en-US');
  expect(said).toHaveLength(3);
});

test('[TASK-03] where nobody speaks there is nothing, and it is asked again the next time', async () => {
  const { said, voice } = aVoice();
  let isThere = false;
  const speak = openSpokenTexts(async () => {
    if (!isThere) throw new SpeechFailure('absent');
    return voice;
  });
  expect(await speak(1, 'Hola', 'es-MX')).toBeNull();
  isThere = true;
  expect(await speak(1, 'Hola', 'es-MX')).toHaveLength(4);
  expect(said).toEqual(['Hola']);
});
