import { EAR_MS } from '../speech/speech-detector.port.ts';

/**
 * Who took the call, from how it is answered. People say a word or two and wait; machines talk on, or beep.
 *
 *   waiting ──speech──▶ greeting ──900 ms silent──▶ human (short, or in one breath) or voicemail (longer)
 *    │  ▲ a tone: it rings     ├── 3.2 s of speech, or a beep ──▶ voicemail
 *    │  └──┘                   └── neither, long after the end ──▶ unknown
 *    └── nothing until the end ──▶ silence
 *
 * 1. A tone before the first word is the line that still rings: the time begins anew with it, and lasts longer than a ring's pause.
 * 2. A greeting that began in time is listened to a little beyond the end.
 */
export interface Answering {
  passedMs: number;
  /** Since the beginning, or since it last rang. */
  waitedMs: number;
  hasRung: boolean;
  speechMs: number;
  silentMs: number;
  /** It went on after a pause. */
  tookBreath: boolean;
  toneMs: number;
  verdict: 'human' | 'voicemail' | 'silence' | 'unknown' | null;
}

export const openAnswering = (): Answering => ({ passedMs: 0, waitedMs: 0, hasRung: false, speechMs: 0, silentMs: 0, tookBreath: false, toneMs: 0, verdict: null });

const SHORT_GREETING_MS = 2_200;
/** Whoever names a firm and themselves does it without a pause. */
const ONE_BREATH_MS = 3_000;
const BREATH_MS = 256;
const LONG_GREETING_MS = 3_200;
const WAITS_MS = 900;
const TONE_MS = 160;
const WORD_MS = 96;
/** Rings are four seconds apart, or closer. */
const RING_PAUSE_MS = 4_500;
const RINGING_MOST_MS = 60_000;
const BEYOND_MS = 4_000;

/** 32 ms more. `isTone`: one even tone and nothing else. */
export function hearAnswer(state: Answering, { probability, isTone, maxMs }: { probability: number; isTone: boolean; maxMs: number }): Answering {
  if (state.verdict !== null) return state;
  const isSpeech = probability >= 0.5 && !isTone;
  const toneMs = isTone ? state.toneMs + EAR_MS : 0;
  const rings = toneMs >= TONE_MS && state.speechMs < WORD_MS;
  const next: Answering = {
    passedMs: state.passedMs + EAR_MS,
    waitedMs: rings ? 0 : state.waitedMs + EAR_MS,
    hasRung: state.hasRung || rings,
    speechMs: rings ? 0 : state.speechMs + (isSpeech ? EAR_MS : 0),
    silentMs: isSpeech ? 0 : state.silentMs + EAR_MS,
    tookBreath: state.tookBreath || (isSpeech && state.speechMs >= WORD_MS && state.silentMs >= BREATH_MS),
    toneMs,
    verdict: null,
  };
  return { ...next, verdict: verdictOf(next, maxMs) };
}

function verdictOf({ passedMs, waitedMs, hasRung, speechMs, silentMs, tookBreath, toneMs }: Answering, maxMs: number): Answering['verdict'] {
  const hasSpoken = speechMs >= WORD_MS;
  if ((hasSpoken && toneMs >= TONE_MS) || speechMs >= LONG_GREETING_MS) return 'voicemail';
  if (hasSpoken && silentMs >= WAITS_MS) return speechMs <= (tookBreath ? SHORT_GREETING_MS : ONE_BREATH_MS) ? 'human' : 'voicemail';
  if (hasSpoken) return waitedMs >= maxMs + BEYOND_MS ? 'unknown' : null;
  return waitedMs >= (hasRung ? Math.max(maxMs, RING_PAUSE_MS) : maxMs) || passedMs >= RINGING_MOST_MS ? 'silence' : null;
}
