import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { asFailure, outcomeOf, worthAsking, type FallbackTools, type FallbackMember, type OnUsed } from './fallback.ts';
import type { Transcription, Recognizer, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';

/** What somebody says at once is kept that long for the next provider; of more than that, the beginning is. */
const KEPT_SAMPLES = 5 * 60 * SAMPLE_RATE;

type Listening = { one: FallbackMember<Recognizer>; isLast: boolean; turn: RecognizerTurn };

/** One recogniser of several: what was said is kept, so that the next hears the whole turn when one fails or is slow. */
export function recognizerOf(
  members: readonly FallbackMember<Recognizer>[],
  tools: FallbackTools,
  onUsed: OnUsed = () => {},
): Recognizer {
  const first = members[0]?.provider.can;
  return {
    name: members.map(({ provider }) => provider.name).join(' > '),
    can: {
      languages: [...new Set(members.flatMap(({ provider }) => provider.can.languages))],
      phrasesOnly: first?.phrasesOnly ?? [],
      isStreaming: first?.isStreaming ?? false,
      knowsPhrases: first?.knowsPhrases ?? false,
      detectsLanguage: first?.detectsLanguage ?? false,
      mayGuess: first?.mayGuess ?? false,
      noticesWords: first?.noticesWords ?? false,
    },
    expect: (ask) => members[0]?.provider.expect?.(ask),
    open(ask) {
      const candidates = worthAsking(members);
      const kept: Int16Array[] = [];
      let keptSamples = 0;
      let isOver = false;
      let refuse: (problem: SpeechFailure) => void = () => {};
      const cancelled = new Promise<never>((_, rejected) => (refuse = rejected));
      cancelled.catch(() => {});

      const next = (): Listening | null => {
        const { value, done } = candidates.next();
        if (done) return null;
        const { onWords } = ask;
        const turn: RecognizerTurn = value.one.provider.open({
          languages: ask.languages,
          phrases: ask.phrases,
          ...(ask.notice && { notice: ask.notice }),
          ...(onWords && {
            onWords: (text: string) => {
              if (listening?.turn === turn && !isOver) onWords(text);
            },
          }),
        });
        for (const samples of kept) turn.write(samples);
        return { ...value, turn };
      };
      let listening: Listening | null = null;
      listening = next();

      async function recognize({ one, turn }: Listening): Promise<Transcription> {
        const sinceMs = tools.nowMs();
        let callOff = (): void => {};
        const slow = new Promise<never>(
          (_, late) => (callOff = tools.later(one.firstByteMs, () => late(new SpeechFailure('slow')))),
        );
        try {
          const transcription = await Promise.race([turn.finish(), slow, cancelled]);
          onUsed(one.provider.name, tools.nowMs() - sinceMs);
          return transcription;
        } finally {
          callOff();
        }
      }

      return {
        write(samples) {
          if (isOver) return;
          if (keptSamples < KEPT_SAMPLES) kept.push(samples.slice());
          keptSamples += samples.length;
          listening?.turn.write(samples);
        },
        async finish() {
          if (isOver) throw new SpeechFailure('cancelled');
          let problem = new SpeechFailure('absent');
          for (; listening; listening = next()) {
            const { one, turn, isLast } = listening;
            try {
              const transcription = await recognize(listening);
              one.report('succeeded');
              isOver = true;
              return transcription;
            } catch (thrown) {
              problem = isOver ? new SpeechFailure('cancelled') : asFailure(thrown);
              turn.cancel();
              if (isOver) throw problem;
              one.report(outcomeOf(problem));
              if (isLast) throw problem;
            }
          }
          throw problem;
        },
        cancel() {
          if (isOver) return;
          isOver = true;
          listening?.turn.cancel();
          listening?.one.report('abandoned');
          refuse(new SpeechFailure('cancelled'));
        },
      };
    },
    close: async () => {},
  };
}
