import type { HeardAnswerer } from '#core/call/answerer-ear.port.ts';
import { EAR_MS } from '#core/speech/speech-detector.port.ts';
import type { AnswererSays } from '#core/flow/answerer-says.ts';
import { hearAnswer, hearAnswerWords, openAnswering, type Answering } from './answering.ts';

/**
 * Who took a call that was dialled for nobody, as `answering.ts` tells people from machines; and of a machine, when it would record.
 *
 *   listening ──▶ person
 *       └───────▶ machine ──a beep, or silence──▶ it waits
 */
export interface Answerer {
  answering: Answering;
  speechMs: number;
  hasSpoken: boolean;
  /** Since it was taken for a machine; null before. */
  machine: { silentMs: number; toneMs: number; isWaiting: boolean } | null;
}

export const openAnswerer = (): Answerer => ({
  answering: openAnswering(),
  speechMs: 0,
  hasSpoken: false,
  machine: null,
});

/** Whoever says nothing for so long waits for somebody to speak. */
const SAYS_NOTHING_MS = 2_000;
/** A noise is no word. */
const WORDS_MS = 320;
/** As `answering.ts` has it: a tone of 160 ms. */
const BEEP_MS = 128;
/** Machines breathe between sentences, and say nothing after the last. */
const OVER_MS = 1_800;

/** 32 ms more. */
export function hearAnswerer(
  before: Answerer,
  heard: { probability: number; toneHz: number | null },
): { state: Answerer; findings: HeardAnswerer[] } {
  const isSpeech = heard.probability >= 0.5 && heard.toneHz === null;
  const speechMs = before.speechMs + (isSpeech ? EAR_MS : 0);
  const findings: HeardAnswerer[] = [];
  const hasSpoken = speechMs >= WORDS_MS;
  if (hasSpoken && !before.hasSpoken) findings.push({ is: 'speech' });
  const state: Answerer = { ...before, speechMs, hasSpoken };
  if (before.machine) return hearMachine({ ...state, machine: before.machine }, heard, isSpeech, findings);
  const answering = hearAnswer(before.answering, { ...heard, maxMs: SAYS_NOTHING_MS });
  if (before.answering.verdict !== null || answering.verdict === null)
    return { state: { ...state, answering }, findings };
  const { verdict, silentMs, toneMs } = answering;
  if (verdict === 'voicemail')
    return {
      state: { ...state, answering, machine: { silentMs: 0, toneMs, isWaiting: false } },
      findings: [...findings, { is: 'machine' }],
    };
  return {
    state: { ...state, answering },
    findings: [...findings, { is: 'person', silentMs: verdict === 'human' ? silentMs : 0 }],
  };
}

/** What was said so far is a person's or a machine's. */
export function hearAnswererWords(
  before: Answerer,
  says: AnswererSays | null,
): { state: Answerer; findings: HeardAnswerer[] } {
  const answering = hearAnswerWords(before.answering, says);
  const isMachine = before.answering.verdict === null && answering.verdict === 'voicemail';
  return isMachine
    ? {
        state: {
          ...before,
          answering,
          hasSpoken: true,
          machine: { silentMs: answering.silentMs, toneMs: 0, isWaiting: false },
        },
        findings: [...(before.hasSpoken ? [] : [{ is: 'speech' } as const]), { is: 'machine' }],
      }
    : { state: { ...before, answering }, findings: [] };
}

function hearMachine(
  state: Answerer & { machine: NonNullable<Answerer['machine']> },
  { toneHz }: { toneHz: number | null },
  isSpeech: boolean,
  findings: HeardAnswerer[],
): { state: Answerer; findings: HeardAnswerer[] } {
  const { machine } = state;
  if (machine.isWaiting) return { state, findings };
  const hasBeeped = toneHz === null && machine.toneMs >= BEEP_MS;
  const silentMs = isSpeech || toneHz !== null ? 0 : machine.silentMs + EAR_MS;
  const isWaiting = hasBeeped || silentMs >= OVER_MS;
  return {
    state: { ...state, machine: { silentMs, toneMs: toneHz === null ? 0 : machine.toneMs + EAR_MS, isWaiting } },
    findings: isWaiting ? [...findings, { is: 'machineWaits' }] : findings,
  };
}
