import { EAR_MS } from '../speech/speech-detector.port.ts';

/**
 * Who took the call, from how it is answered. People say a word or two and wait; machines talk on, or beep.
 *
 *   waiting ──speech──▶ greeting ──900 ms silent──▶ human (a short greeting) or voicemail (a long one)
 *      │                   ├── 3.2 s of speech, or a beep ──▶ voicemail
 *      └── nothing until the end ──▶ silence
 */
export interface Answering {
  passedMs: number;
  speechMs: number;
  silentMs: number;
  beepMs: number;
  verdict: 'human' | 'voicemail' | 'silence' | 'unknown' | null;
}

export const openAnswering = (): Answering => ({ passedMs: 0, speechMs: 0, silentMs: 0, beepMs: 0, verdict: null });

const SHORT_GREETING_MS = 2_200;
const LONG_GREETING_MS = 3_200;
const WAITS_MS = 900;
const BEEP_MS = 160;
const WORD_MS = 96;

/** 32 ms more. `isTone`: one even tone and nothing else. */
export function hearAnswer(state: Answering, { probability, isTone, maxMs }: { probability: number; isTone: boolean; maxMs: number }): Answering {
  if (state.verdict !== null) return state;
  const isSpeech = probability >= 0.5 && !isTone;
  const next: Answering = {
    passedMs: state.passedMs + EAR_MS,
    speechMs: state.speechMs + (isSpeech ? EAR_MS : 0),
    silentMs: isSpeech ? 0 : state.silentMs + EAR_MS,
    beepMs: isTone ? state.beepMs + EAR_MS : 0,
    verdict: null,
  };
  return { ...next, verdict: verdictOf(next, maxMs) };
}

function verdictOf({ passedMs, speechMs, silentMs, beepMs }: Answering, maxMs: number): Answering['verdict'] {
  if (beepMs >= BEEP_MS || speechMs >= LONG_GREETING_MS) return 'voicemail';
  if (speechMs >= WORD_MS && silentMs >= WAITS_MS) return speechMs <= SHORT_GREETING_MS ? 'human' : 'voicemail';
  if (passedMs < maxMs) return null;
  return speechMs >= WORD_MS ? 'unknown' : 'silence';
}
