import { joinedSamples } from '#core/sound/joined-samples.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { VoiceOf } from './speak.ts';

const PATIENCE_MS = 30_000;
/** Most texts are for one listener: the latest few are kept, for whoever speaks them ahead. */
const AT_HAND = 200;

/** Texts that calls play as the tenant's voice says them; null where nobody speaks. What is asked for twice is spoken once. */
export function openSpokenTexts(voiceOf: VoiceOf) {
  const atHand = new Map<string, Promise<Int16Array | null>>();

  async function speak(tenantId: number, text: string, language: CustomerLanguage): Promise<Int16Array | null> {
    const pieces: Int16Array[] = [];
    try {
      const voice = await voiceOf(tenantId, language, null);
      await voice.speak(
        { text, language, voice: null, speed: 1 },
        (samples) => void pieces.push(samples.slice()),
        AbortSignal.timeout(PATIENCE_MS),
      );
    } catch (thrown) {
      if (!(thrown instanceof SpeechFailure)) throw thrown;
      return null;
    }
    return joinedSamples(pieces);
  }

  return async (tenantId: number, text: string, language: string): Promise<Int16Array | null> => {
    const key = JSON.stringify([tenantId, language, text]);
    const known = atHand.get(key) ?? speak(tenantId, text, language.slice(0, 2) as CustomerLanguage);
    atHand.delete(key);
    atHand.set(key, known);
    for (const oldest of atHand.keys()) {
      if (atHand.size <= AT_HAND) break;
      atHand.delete(oldest);
    }
    const forget = () => void (atHand.get(key) === known && atHand.delete(key));
    const spoken = await known.catch((problem: unknown) => {
      forget();
      throw problem;
    });
    // A voice that was not there may be the next time.
    if (!spoken || spoken.length === 0) forget();
    return spoken;
  };
}
