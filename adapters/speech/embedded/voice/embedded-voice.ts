import { speechPieces } from '#core/speech/speech-pieces.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import type { EspeakPool } from './espeak-pool.ts';
import { spokenLanguages, voiceOf } from './voices.ts';

const USUAL_WORDS_PER_MINUTE = 175;
const [LEAST_SPEED, MOST_SPEED] = [0.5, 2];

/** The machine's own voice: robotic, but in many languages and at once. Several texts take turns by the sentence. `pool` is null as long as there is none. */
export function embeddedVoice(pool: () => EspeakPool | null): Voice {
  let isClosed = false;
  return {
    name: 'espeak-ng',
    can: { languages: spokenLanguages, isStreaming: true },
    async speak({ text, language, voice, speed }, onSamples, signal) {
      if (signal.aborted) throw new SpeechFailure('cancelled');
      const speaker = isClosed ? null : pool();
      const name = voiceOf(language, voice);
      if (!speaker || name === null)
        throw new SpeechFailure('absent', name === null ? 'no voice for the language' : '');
      const wordsPerMinute = Math.round(USUAL_WORDS_PER_MINUTE * Math.min(MOST_SPEED, Math.max(LEAST_SPEED, speed)));
      for (const piece of speechPieces(spoken(text))) {
        if (signal.aborted) throw new SpeechFailure('cancelled');
        const { finished, giveUp } = speaker.say({ text: piece, voice: name, wordsPerMinute }, (samples) => {
          if (!signal.aborted) onSamples(samples);
        });
        signal.addEventListener('abort', giveUp, { once: true });
        try {
          await finished;
        } finally {
          signal.removeEventListener('abort', giveUp);
        }
      }
      if (signal.aborted) throw new SpeechFailure('cancelled');
    },
    async close() {
      isClosed = true;
      await pool()?.close();
    },
  };
}

/** espeak-ng takes tags and double brackets for commands: they are not meant as such. */
function spoken(text: string): string {
  return text.replace(/[<>[\]{}|\\^~]/g, ' ').replace(/&/g, ' and ');
}
