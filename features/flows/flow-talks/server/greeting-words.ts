import { answererSays, type AnswererSays } from '#core/flow/answerer-says.ts';
import { machineWords } from '#core/flow/machine-words.ts';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Recognizer, RecognizerAsk, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Understands how a call is answered, for whoever tells people from machines. */
export interface GreetingWords {
  /** 32 ms, in order; `isGreeting` from the first word on. */
  hear(piece: Int16Array, isGreeting: boolean): void;
  /** What was said so far? Told once, or never where nobody can say; the one asked before is not told any more. */
  ask(onAnswer: (says: AnswererSays | null) => void): void;
  close(): void;
}

const [BEFORE_PIECES, MOST_PIECES] = [10, 320];

/** `recognizer` null: nobody understands words here. One that does not know the language may still notice what machines say in it. */
export function openGreetingWords(
  recognizer: Recognizer | null,
  languages: readonly CustomerLanguage[],
): GreetingWords {
  const pieces: Int16Array[] = [];
  let turn: RecognizerTurn | null = null;

  /** What it understands, else English: nobody answers for words in it that were none. */
  function askOf({ can }: Recognizer): RecognizerAsk {
    const known = languages.filter((one) => can.languages.includes(one) && !can.phrasesOnly?.includes(one));
    return {
      languages: known.length > 0 ? known : ['en'],
      phrases: [],
      ...(can.noticesWords && { notice: languages.flatMap(machineWords) }),
    };
  }
  if (recognizer) recognizer.expect?.(askOf(recognizer));

  return {
    hear(piece, isGreeting) {
      if (!recognizer || pieces.length >= MOST_PIECES) return;
      pieces.push(piece.slice());
      if (!isGreeting && pieces.length > BEFORE_PIECES) pieces.shift();
    },
    ask(onAnswer) {
      if (!recognizer) return;
      turn?.cancel();
      const now = recognizer.open(askOf(recognizer));
      turn = now;
      now.write(joinedSamples(pieces));
      now.finish().then(
        ({ text, noticed }) => {
          // Words are noticed in what was hardly understood; who asks who is there is a person.
          const says = answererSays(text);
          if (turn === now) onAnswer(noticed && says !== 'person' ? 'machine' : says);
        },
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
