import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';

/** The same ear and voice, which say when somebody comes to use them. */
export function neededSpeech(
  { recognizer, voice }: Pick<EmbeddedSpeech, 'recognizer' | 'voice'>,
  need: () => void,
): { recognizer: Recognizer; voice: Voice } {
  return {
    recognizer: {
      name: recognizer.name,
      can: recognizer.can,
      open(ask) {
        need();
        return recognizer.open(ask);
      },
      close: () => recognizer.close(),
    },
    voice: {
      name: voice.name,
      ...(voice.timbre !== undefined && { timbre: voice.timbre }),
      can: voice.can,
      speak(ask, onSamples, signal) {
        need();
        return voice.speak(ask, onSamples, signal);
      },
      close: () => voice.close(),
    },
  };
}
