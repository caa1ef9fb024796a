import { openLanguageGuess } from './language-guess.ts';
import type { Mouth, MouthListener } from './mouth.ts';

export interface TextMouth extends Mouth {
  says(text: string): void;
  presses(keys: string): void;
  staysSilent(): void;
}

/** A conversation without sound: what is said is said at once, and nobody is silent unless they say so. */
export function openTextMouth(): TextMouth {
  let listener: MouthListener | null = null;
  let listenId: number | null = null;
  const guess = openLanguageGuess();
  const emit: MouthListener['event'] = (event) => listener?.event(event);

  return {
    begin: (next) => void (listener = next),
    say: (sayId) => emit({ type: 'said', sayId, wasCut: false }),
    prepare: () => {},
    hush: () => {},
    listen: (ask) => void (listenId = ask.listenId),
    deaf: () => void (listenId = null),
    speak: () => {},
    bridge: () => {},
    // Whoever types is somebody.
    detect: async () => ({ ok: true, what: 'detected', person: 'human', ms: 0 }),
    detectLanguage: guess.want,
    drained: async () => {},
    close: async () => void (listener = null),
    says(text) {
      guess.heard(text, null);
      emit({ type: 'heard', text, phrase: null, confidence: 1, language: null });
    },
    presses(keys) {
      for (const key of keys) emit({ type: 'key', key });
    },
    staysSilent: () => void (listenId !== null && emit({ type: 'silent', listenId })),
  };
}
