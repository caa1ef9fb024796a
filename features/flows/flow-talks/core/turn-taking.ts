import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Transcription } from '#core/speech/recognizer.port.ts';
import { EAR_MS } from '#core/speech/speech-detector.port.ts';
import type { Step } from '#core/machine.ts';
import { readInterruption } from './interruption.ts';
import { saidSoFar, type SaidSoFar } from './whole-sentence.ts';

/**
 * Who has the word: the caller or we.
 *
 *   the caller   quiet ──speech──▶ speaking ──64 ms silent (200)──▶ guessed ──silent for as long as it takes──▶ heard ─▶ quiet
 *                  ▲                  ▲                               │ speaks on: the guess is thrown away
 *                  └── nothing said ──┴───────────────────────────────┘
 *
 *   we           silent ──saying──▶ playing ──speech──▶ paused ──"mhm", a cough, our echo──▶ playing, where we were
 *                  ▲                                      └──"stop", or two words──▶ cut ─▶ silent
 *                  └── everything was said
 *
 * 1. Time is counted in frames of 32 ms, so that a slow machine is late and never wrong.
 * 2. Speech over ours pauses us at once; whether it counts is decided when words are known.
 * 3. Where nothing may be interrupted, speech is not listened to until it is said; keys are no matter of this machine.
 * 4. A recogniser's turn is named by a number; what an older one says does nothing.
 * 5. Silence is told once per listening, counted from when we said everything and nobody speaks.
 * 6. A recogniser that may guess is asked at the first rest, so that it answers while silence is counted; one that is paid for, when it is likely
 *    that nothing follows.
 * 7. How long a silence is an end depends on what was said (`END_MS`). What may well be the end is told as likely before it is sure.
 */
export interface TurnTaking {
  language: CustomerLanguage;
  mayGuess: boolean;
  listening: { listenId: number; phrases: readonly string[]; silenceMs: number } | null;
  output: 'silent' | 'playing' | 'paused';
  mayInterrupt: boolean;
  /** What was and is being said, the last words of it. */
  saying: string;
  caller: Speaking | null;
  /** Speech in a row while it is not sure yet. */
  risingMs: number;
  quietMs: number;
  /** What was said over us counted for nothing: not listened to until it ends. */
  ignoring: boolean;
  made: number;
}

interface Speaking {
  turnId: number;
  spokenMs: number;
  silentMs: number;
  /** Speech in a row after a pause. */
  againMs: number;
  guess: 'none' | 'asked' | Transcription;
  /** It began while we spoke, and is not known to count. */
  isOver: boolean;
}

export type TurnEvent =
  | { type: 'frame'; probability: number }
  | { type: 'words'; turnId: number; text: string }
  | { type: 'recognised'; turnId: number; transcription: Transcription }
  | { type: 'notRecognised'; turnId: number }
  | { type: 'saying'; text: string; mayInterrupt: boolean }
  | { type: 'allSaid' }
  | { type: 'listen'; listenId: number; phrases: readonly string[]; silenceMs: number }
  | { type: 'deaf' }
  /** `mayGuess`: whether the recogniser of the language may. */
  | { type: 'speak'; language: CustomerLanguage; mayGuess?: boolean };

export type TurnEffect =
  /** A recogniser hears what is said from a little before now. */
  | { type: 'openEar'; turnId: number; phrases: readonly string[] }
  /** The same sound goes to another turn, and what is said goes on there. */
  | { type: 'openEarAgain'; turnId: number; of: number; phrases: readonly string[] }
  | { type: 'understand'; turnId: number }
  | { type: 'closeEar'; turnId: number }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cut' }
  /** What will be heard unless the caller speaks on; `openEarAgain` takes it back. */
  | { type: 'likely'; transcription: Transcription }
  | { type: 'heard'; transcription: Transcription; /** Since the last word. */ silentMs: number }
  | { type: 'silent'; listenId: number };

/** Speech is surer when it lasts; over our own sound it has to last a little longer. */
const SPEECH = 0.5;
const SPEECH_OVER = 0.6;
const STILL_SPEECH = 0.35;
const RISING_MS = 2 * EAR_MS;
const RISING_OVER_MS = 3 * EAR_MS;
const EARLY_GUESS_MS = 2 * EAR_MS;
/** Shorter rests are within what is said. */
const GUESS_MS = 200;
/** So long nobody says anything who has said all of it. */
const END_MS: Readonly<Record<SaidSoFar, number>> = { phrase: 160, sentence: 200, open: 700, unfinished: 1_000 };
/** We wait no longer to learn what is said over us. */
const PAUSED_MOST_MS = 3_000;
const LONGEST_MS = 30_000;
const SAYING_MOST = 600;

export const openTurnTaking = (language: CustomerLanguage, mayGuess = false): TurnTaking => ({
  language,
  mayGuess,
  listening: null,
  output: 'silent',
  mayInterrupt: true,
  saying: '',
  caller: null,
  risingMs: 0,
  quietMs: 0,
  ignoring: false,
  made: 0,
});

interface Turn {
  state: TurnTaking;
  readonly effects: TurnEffect[];
}

/** What happens between two who talk. */
export function turnTaking(state: TurnTaking, event: TurnEvent): Step<TurnTaking, TurnEffect> {
  const turn: Turn = { state, effects: [] };
  happened(turn, event);
  return turn;
}

const change = (turn: Turn, part: Partial<TurnTaking>): void => void (turn.state = { ...turn.state, ...part });
const act = (turn: Turn, effect: TurnEffect): void => void turn.effects.push(effect);

function happened(turn: Turn, event: TurnEvent): void {
  const { state } = turn;
  switch (event.type) {
    case 'frame':
      return frame(turn, event.probability);
    case 'words':
      return state.caller?.turnId === event.turnId ? words(turn, state.caller, event.text) : undefined;
    case 'recognised':
      return state.caller?.turnId === event.turnId ? recognised(turn, state.caller, event.transcription) : undefined;
    case 'notRecognised':
      return state.caller?.turnId === event.turnId ? forgetCaller(turn) : undefined;
    case 'saying':
      return saying(turn, event);
    case 'allSaid':
      return change(turn, { output: 'silent', quietMs: 0, caller: state.caller && { ...state.caller, isOver: false } });
    case 'listen':
      return change(turn, {
        listening: { listenId: event.listenId, phrases: event.phrases, silenceMs: event.silenceMs },
        quietMs: 0,
      });
    case 'deaf':
      change(turn, { listening: null });
      return state.caller && state.output === 'silent' ? forgetCaller(turn) : undefined;
    case 'speak':
      return change(turn, { language: event.language, mayGuess: event.mayGuess ?? state.mayGuess });
  }
}

/** Nobody talks over somebody who speaks: we wait to begin. */
function saying(turn: Turn, { text, mayInterrupt }: Extract<TurnEvent, { type: 'saying' }>): void {
  const { state } = turn;
  const waits = mayInterrupt && state.caller !== null;
  if (waits && state.output !== 'paused') act(turn, { type: 'pause' });
  change(turn, {
    output: waits ? 'paused' : 'playing',
    mayInterrupt,
    saying: `${state.saying} ${text}`.slice(-SAYING_MOST),
  });
  if (mayInterrupt) return;
  if (state.output === 'paused') act(turn, { type: 'resume' });
  forgetCaller(turn);
}

function frame(turn: Turn, probability: number): void {
  const { state } = turn;
  if (state.caller) return probability >= STILL_SPEECH ? goesOn(turn, state.caller) : pauses(turn, state.caller);
  const isOver = state.output === 'playing';
  if (probability < (isOver ? SPEECH_OVER : SPEECH)) return quiet(turn);
  if (state.ignoring || (isOver ? !state.mayInterrupt : state.listening === null)) return;
  const risingMs = state.risingMs + EAR_MS;
  if (risingMs < (isOver ? RISING_OVER_MS : RISING_MS)) return change(turn, { risingMs });
  begins(turn, risingMs, isOver);
}

function quiet(turn: Turn): void {
  const { state } = turn;
  const counts = state.output === 'silent' && state.listening !== null;
  const quietMs = counts ? state.quietMs + EAR_MS : 0;
  change(turn, { risingMs: 0, ignoring: false, quietMs });
  if (!counts || quietMs < state.listening!.silenceMs) return;
  const { listenId } = state.listening!;
  change(turn, { listening: { ...state.listening!, silenceMs: Number.POSITIVE_INFINITY } });
  act(turn, { type: 'silent', listenId });
}

function begins(turn: Turn, risingMs: number, isOver: boolean): void {
  const turnId = turn.state.made + 1;
  change(turn, {
    made: turnId,
    risingMs: 0,
    caller: { turnId, spokenMs: risingMs, silentMs: 0, againMs: 0, guess: 'none', isOver },
  });
  act(turn, { type: 'openEar', turnId, phrases: turn.state.listening?.phrases ?? [] });
  if (!isOver) return;
  change(turn, { output: 'paused' });
  act(turn, { type: 'pause' });
}

const changeCaller = (turn: Turn, part: Partial<Speaking>): void =>
  change(turn, { caller: { ...turn.state.caller!, ...part } });

function goesOn(turn: Turn, caller: Speaking): void {
  const spokenMs = caller.spokenMs + EAR_MS;
  if (caller.guess === 'none') {
    changeCaller(turn, { spokenMs, silentMs: 0 });
    const waitsTooLong = turn.state.output === 'paused' && caller.isOver && spokenMs >= PAUSED_MOST_MS;
    return waitsTooLong || spokenMs >= LONGEST_MS ? understand(turn) : undefined;
  }
  // Asked in the middle of it: what it was so far comes first.
  if (caller.guess === 'asked' && caller.silentMs === 0) return changeCaller(turn, { spokenMs });
  // One loud frame after a pause may be a breath.
  const againMs = caller.againMs + EAR_MS;
  changeCaller(turn, { spokenMs, againMs });
  if (againMs < RISING_MS) return;
  const turnId = turn.state.made + 1;
  change(turn, { made: turnId });
  act(turn, { type: 'openEarAgain', turnId, of: caller.turnId, phrases: turn.state.listening?.phrases ?? [] });
  changeCaller(turn, { turnId, guess: 'none', silentMs: 0, againMs: 0 });
}

function pauses(turn: Turn, caller: Speaking): void {
  const silentMs = caller.silentMs + EAR_MS;
  changeCaller(turn, { silentMs, againMs: 0 });
  if (caller.guess === 'none')
    return silentMs >= (turn.state.mayGuess ? EARLY_GUESS_MS : GUESS_MS) ? understand(turn) : undefined;
  if (caller.guess !== 'asked') settle(turn, caller.guess);
}

function understand(turn: Turn): void {
  changeCaller(turn, { guess: 'asked' });
  act(turn, { type: 'understand', turnId: turn.state.caller!.turnId });
}

const judge = ({ language, listening, saying: ours }: TurnTaking, text: string) =>
  readInterruption(text, { language, phrases: listening?.phrases ?? [], saying: ours });

/** The words so far: enough to stop us, or not yet. */
function words(turn: Turn, caller: Speaking, text: string): void {
  if (!caller.isOver) return;
  const meaning = judge(turn.state, text);
  if (meaning === 'stop' || meaning === 'words') cut(turn);
}

function cut(turn: Turn): void {
  change(turn, { output: 'silent', saying: '' });
  changeCaller(turn, { isOver: false });
  act(turn, { type: 'cut' });
}

function recognised(turn: Turn, caller: Speaking, transcription: Transcription): void {
  if (caller.guess !== 'asked') return;
  changeCaller(turn, { guess: transcription });
  settle(turn, transcription);
  const isStillSo = turn.state.caller?.guess === transcription && !turn.state.caller.isOver;
  if (isStillSo && transcription.text.trim() !== '' && farSaid(turn.state, transcription) !== 'unfinished')
    act(turn, { type: 'likely', transcription });
}

const farSaid = ({ language, listening }: TurnTaking, { text, phrase }: Transcription): SaidSoFar =>
  saidSoFar(text, { phrase, phrases: listening?.phrases ?? [], language });

/** What was guessed counts, counts for nothing, or is not sure yet. */
function settle(turn: Turn, transcription: Transcription): void {
  const { isOver, silentMs, spokenMs } = turn.state.caller!;
  if (!doesCount(turn.state, isOver, transcription.text)) {
    // Asked in the middle of it, or at a rest that is none within a word.
    if (silentMs === 0 || silentMs >= GUESS_MS) forgetCaller(turn);
    return;
  }
  if (turn.state.output === 'paused') cut(turn);
  const isSure = silentMs > 0 && silentMs >= END_MS[farSaid(turn.state, transcription)];
  if (isSure || spokenMs >= LONGEST_MS) commit(turn, transcription, silentMs);
}

function doesCount(state: TurnTaking, isOver: boolean, text: string): boolean {
  if (!isOver) return text.trim() !== '';
  const meaning = judge(state, text);
  return meaning === 'stop' || meaning === 'words';
}

function commit(turn: Turn, transcription: Transcription, silentMs: number): void {
  const { turnId } = turn.state.caller!;
  change(turn, { caller: null, quietMs: 0 });
  act(turn, { type: 'closeEar', turnId });
  act(turn, { type: 'heard', transcription, silentMs });
}

/** It counted for nothing: we go on where we were. Noise takes nothing from the silence that was counted before. */
function forgetCaller(turn: Turn): void {
  const { caller, output } = turn.state;
  if (!caller) return;
  change(turn, { caller: null, ignoring: caller.silentMs === 0 });
  act(turn, { type: 'closeEar', turnId: caller.turnId });
  if (output !== 'paused') return;
  change(turn, { output: 'playing' });
  act(turn, { type: 'resume' });
}
