import { answererSays, type AnswererSays } from '#core/flow/answerer-says.ts';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Recognizer, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Understands how a call is answered, for whoever tells people from machines. */
export interface GreetingWords {
  /** 32 ms, in order; `isGreeting` from the first word on. */
  hear(piece: Int16Array, isGreeting: boolean): void;
  /** What was said so far? Told once, or never where nobody can say; the one asked before is not told any more. */
  ask(tell: (says: AnswererSays | null) => void): void;
  close(): void;
}

const [BEFORE_PIECES, MOST_PIECES] = [10, 320];

/** `recognizer` null: nobody understands words here. One that does not know the language hears it as English: some of it sounds like a machine all the same. */
export function openGreetingWords(recognizer: Recognizer | null, language: CustomerLanguage): GreetingWords {
  const pieces: Int16Array[] = [];
  let turn: RecognizerTurn | null = null;

  function languageOf({ can }: Recognizer): CustomerLanguage {
    return can.languages.includes(language) && !can.phrasesOnly?.includes(language) ? language : 'en';
  }

  return {
    hear(piece, isGreeting) {
      if (!recognizer || pieces.length >= MOST_PIECES) return;
      pieces.push(piece.slice());
      if (!isGreeting && pieces.length > BEFORE_PIECES) pieces.shift();
    },
    ask(tell) {
      if (!recognizer) return;
      turn?.cancel();
      const now = recognizer.open({ languages: [languageOf(recognizer)], phrases: [] });
      turn = now;
      now.write(joinedSamples(pieces));
      now.finish().then(
        ({ text }) => void (turn === now && tell(answererSays(text))),
        // Then the sound alone tells.
        () => {},
      );
    },
    close() {
      turn?.cancel();
      turn = null;
    },
  };
}
