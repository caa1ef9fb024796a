import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { EarEvent, MouthEar } from './mouth-ear.ts';
import type { MouthListener } from './mouth.ts';
import { openVoiceEar } from './voice-ear.ts';

interface MouthEarParts {
  speech: Pick<TenantSpeech, 'recognizer'>;
  clock: Clock;
  /** The one that is spoken. */
  language(): CustomerLanguage;
  /** What may be heard, the likeliest first. */
  languages(): readonly CustomerLanguage[];
  /** Whether the caller's turn is still this one. */
  isCurrent(turnId: number): boolean;
  event(event: EarEvent): void;
  addMessage: MouthListener['addMessage'];
  report(problem: unknown): void;
}

/** What the recogniser takes is timed: 305. */
export function openMouthEar({
  speech,
  clock,
  language,
  languages,
  isCurrent,
  event,
  addMessage,
  report,
}: MouthEarParts): MouthEar {
  let askedMs = 0;
  const ear = openVoiceEar({
    words: (turnId, text) => event({ type: 'words', turnId, text }),
    understood(turnId, transcription) {
      if (isCurrent(turnId)) addMessage(MessageType.asrTiming, { ms: clock.nowMs() - askedMs });
      event({ type: 'recognised', turnId, transcription });
    },
    notUnderstood(turnId, problem) {
      if (!(problem instanceof SpeechFailure)) report(problem);
      else if (problem.reason !== 'cancelled')
        addMessage(MessageType.note, { note: 'notRecognised', reason: problem.reason });
      event({ type: 'notRecognised', turnId });
    },
  });
  const askOf = (phrases: readonly string[]) => ({
    recognizer: speech.recognizer(language()),
    languages: languages(),
    phrases,
  });

  return {
    ...ear,
    open: (turnId, phrases) => ear.open(turnId, askOf(phrases)),
    openAgain: (turnId, phrases) => ear.openAgain(turnId, askOf(phrases)),
    understand(turnId) {
      askedMs = clock.nowMs();
      ear.understand(turnId);
    },
  };
}
