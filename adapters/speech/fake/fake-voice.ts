import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import type { Voice, VoiceAbilities, VoiceAsk } from '#core/speech/voice.port.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';

const SAMPLES_PER_WORD = 2_400;
const PIECE_SAMPLES = 800;

/** A voice in memory: a tone per word (per sign in writing without blanks), each word its own pitch. */
export interface FakeVoice extends Voice {
  /** Every ask, oldest first. */
  readonly asks: readonly VoiceAsk[];
  /** The next text fails so, after its first word. */
  fails(reason: SpeechFailureReason): void;
}

export function fakeVoice(can: Partial<VoiceAbilities> = {}): FakeVoice {
  const asks: VoiceAsk[] = [];
  const failures: SpeechFailureReason[] = [];
  let isClosed = false;

  return {
    name: 'fake',
    can: { languages: CustomerLanguage.rows.map(({ code }) => code), isStreaming: true, ...can },
    asks,
    fails: (reason) => void failures.push(reason),
    async speak(ask, onSamples, signal) {
      asks.push(ask);
      const failure = failures.shift();
      for (const word of wordsIn(ask.text)) {
        const tone = toneOf(word, ask.speed);
        for (let at = 0; at < tone.length; at += PIECE_SAMPLES) {
          await new Promise(setImmediate);
          if (signal.aborted) throw new SpeechFailure('cancelled');
          if (isClosed) throw new SpeechFailure('cut');
          onSamples(tone.subarray(at, at + PIECE_SAMPLES));
        }
        if (failure) throw new SpeechFailure(failure);
      }
    },
    async close() {
      isClosed = true;
    },
  };
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}']+/gu) ?? [];
}

function toneOf(word: string, speed: number): Int16Array {
  let hash = 0;
  for (const letter of word) hash = (hash * 31 + letter.codePointAt(0)!) % 9_973;
  const hz = 300 + (hash % 120) * 20;
  return Int16Array.from({ length: Math.round(SAMPLES_PER_WORD / speed) }, (_, at) =>
    Math.round(9_000 * Math.sin((at * 2 * Math.PI * hz) / 8_000)),
  );
}
