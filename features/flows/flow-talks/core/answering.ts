import type { AnswererSays } from '#core/flow/answerer-says.ts';
import { EAR_MS } from '#core/speech/speech-detector.port.ts';

/**
 * Who took the call, from how it is answered. People say a word or two and wait; machines talk on, or beep, or say what only machines say.
 *
 *   waiting ──speech──▶ greeting ──900 ms silent──▶ human (short, or in one breath) or voicemail (longer)
 *    │  ▲ a tone: it rings     ├── 3.2 s of speech, a beep, or a machine's words ──▶ voicemail
 *    │  └──┘                   └── neither, long after the end ──▶ unknown
 *    ├── high tones of two pitches ──▶ voicemail (an announcement follows)
 *    └── nothing until the end, or an engaged line ──▶ silence (voicemail, if it beeped)
 *
 * 1. A tone before the first word is the line that still rings: the time begins anew with it, and lasts longer than a ring's pause.
 * 2. A greeting that began in time is listened to a little beyond the end.
 * 3. What follows a tone at once is its echo in the detector, and no word.
 * 4. Words are asked for at every rest and before a greeting becomes too long for a person; nobody waits for them. A person's words may last longer.
 */
export interface Answering {
  passedMs: number;
  /** Since the beginning, or since it last rang. */
  waitedMs: number;
  speechMs: number;
  silentMs: number;
  /** It went on after a pause. */
  tookBreath: boolean;
  /** The tone that sounds now: its pitch, and for how long. */
  toneHz: number | null;
  toneMs: number;
  /** Tones one soon after another, and the time since the last. */
  tones: number;
  sinceToneMs: number;
  /** The last tone too high for a ring. */
  highHz: number | null;
  /** What the words tell, as far as they are known. */
  says: AnswererSays | null;
  verdict: 'human' | 'voicemail' | 'silence' | 'unknown' | null;
}

export const openAnswering = (): Answering => ({
  passedMs: 0,
  waitedMs: 0,
  speechMs: 0,
  silentMs: 0,
  tookBreath: false,
  toneHz: null,
  toneMs: 0,
  tones: 0,
  sinceToneMs: 0,
  highHz: null,
  says: null,
  verdict: null,
});

/** With breaths between; whoever names a firm and themselves does it without. */
const SHORT_GREETING_MS = 2_700;
const LONG_GREETING_MS = 3_200;
/** Of a firm that asks what it can do. */
const PERSON_GREETING_MS = 7_000;
const BREATH_MS = 256;
const WAITS_MS = 900;
const WORD_MS = 96;
/** Early enough for an answer before `LONG_GREETING_MS`. */
const WORDS_BY_MS = 81 * EAR_MS;
/** A pitch is that of 64 ms: this is a tone of 160. */
const TONE_MS = 128;
const SAME_HZ = 15;
const ECHO_MS = 256;
/** Rings are at most 480 Hz, and five seconds apart or closer. */
const HIGH_HZ = 700;
const OTHER_HZ = 150;
const RING_PAUSE_MS = 5_500;
const RINGING_MOST_MS = 60_000;
/** Some countries ring twice, none five times without a longer pause. */
const ENGAGED_TONES = 5;
/** Until the next tone is sure. */
const ENGAGED_PAUSE_MS = 700;
const BEYOND_MS = 4_000;

/** Whether it should be asked now what was said so far. */
export const asksForWords = ({ speechMs, silentMs, verdict }: Answering): boolean =>
  verdict === null && speechMs >= WORD_MS && (silentMs === BREATH_MS || (silentMs === 0 && speechMs === WORDS_BY_MS));

/** What was said so far is a person's or a machine's. A machine may begin as a person does, never the other way round. */
export function hearAnswerWords(state: Answering, says: AnswererSays | null): Answering {
  if (state.verdict !== null || says === null || state.says === 'machine') return state;
  return { ...state, says, verdict: says === 'machine' ? 'voicemail' : null };
}

/** 32 ms more. `toneHz`: the pitch where it is one tone and nothing else (`even-tone.ts`). */
export function hearAnswer(
  state: Answering,
  { probability, toneHz, maxMs }: { probability: number; toneHz: number | null; maxMs: number },
): Answering {
  if (state.verdict !== null) return state;
  const goesOn = toneHz !== null && state.toneHz !== null && Math.abs(toneHz - state.toneHz) <= SAME_HZ;
  const toneMs = toneHz === null ? 0 : EAR_MS + (goesOn ? state.toneMs : 0);
  const isTone = toneMs >= TONE_MS;
  const isNew = isTone && state.toneMs < TONE_MS;
  const rings = isTone && state.speechMs < WORD_MS;
  const isSpeech = probability >= 0.5 && toneHz === null && (state.tones === 0 || state.sinceToneMs >= ECHO_MS);
  const next: Answering = {
    passedMs: state.passedMs + EAR_MS,
    waitedMs: rings ? 0 : state.waitedMs + EAR_MS,
    speechMs: rings ? 0 : state.speechMs + (isSpeech ? EAR_MS : 0),
    silentMs: isSpeech ? 0 : state.silentMs + EAR_MS,
    tookBreath: state.tookBreath || (isSpeech && state.speechMs >= WORD_MS && state.silentMs >= BREATH_MS),
    toneHz,
    toneMs,
    tones: isNew ? (state.sinceToneMs <= ENGAGED_PAUSE_MS ? state.tones : 0) + 1 : state.tones,
    sinceToneMs: isTone ? 0 : state.sinceToneMs + EAR_MS,
    highHz: rings && toneHz! >= HIGH_HZ ? toneHz : state.highHz,
    says: state.says,
    verdict: null,
  };
  const isOther = next.highHz !== null && state.highHz !== null && Math.abs(next.highHz - state.highHz) >= OTHER_HZ;
  return { ...next, verdict: isOther ? 'voicemail' : verdictOf(next, maxMs) };
}

function verdictOf(
  { passedMs, waitedMs, speechMs, silentMs, tookBreath, toneMs, tones, highHz, says }: Answering,
  maxMs: number,
): Answering['verdict'] {
  const endMs = tones > 0 ? Math.max(maxMs, RING_PAUSE_MS) : maxMs;
  if (speechMs >= WORD_MS) {
    const isPerson = says === 'person';
    if (toneMs >= TONE_MS || speechMs >= (isPerson ? PERSON_GREETING_MS : LONG_GREETING_MS)) return 'voicemail';
    if (silentMs >= WAITS_MS) return tookBreath && speechMs > SHORT_GREETING_MS && !isPerson ? 'voicemail' : 'human';
    return waitedMs >= endMs + BEYOND_MS ? 'unknown' : null;
  }
  if (tones >= ENGAGED_TONES) return 'silence';
  const isOver = waitedMs >= endMs || passedMs >= RINGING_MOST_MS;
  return isOver ? (highHz === null ? 'silence' : 'voicemail') : null;
}
