import type { EmbeddedSpeech } from './speech.port.ts';
import { SpeechFailure } from './speech-failure.ts';

/** A machine that can neither hear nor speak nor answer by itself, and says why. */
export function absentSpeech(why: string): EmbeddedSpeech {
  const absent = () => new SpeechFailure('absent');
  const close = async () => {};
  return {
    recognizer: {
      name: 'absent',
      can: { languages: [], isStreaming: false, knowsPhrases: false, detectsLanguage: false },
      close,
      open() {
        let isCancelled = false;
        return {
          write() {},
          finish: () => Promise.reject(isCancelled ? new SpeechFailure('cancelled') : absent()),
          cancel: () => void (isCancelled = true),
        };
      },
    },
    voice: {
      name: 'absent',
      can: { languages: [], isStreaming: false },
      close,
      speak: async (_ask, _onSamples, signal) => {
        throw signal.aborted ? new SpeechFailure('cancelled') : absent();
      },
    },
    brain: {
      name: 'absent',
      isScripted: true,
      close,
      answer: (_ask, signal) => ({
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(signal.aborted ? new SpeechFailure('cancelled') : absent()),
        }),
      }),
    },
    detector: { name: 'absent', close, open: () => ({ probability: () => Promise.reject(absent()), close() {} }) },
    prepare: async () => {},
    state: () => ({ at: 'unavailable', why }),
    close,
  };
}
