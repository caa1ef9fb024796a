import type { Call } from '#core/call/call.ts';
import type { CallAudio } from '#core/call/line-media.ts';
import { countryOf } from '#core/call/number-country.ts';
import { recordingWordFor, type RecordingWord } from '#core/call/recording-rules.ts';
import { act, change, note, partyOf, prompt, say, wake, type CallTurn } from '#core/call/call-turn.ts';

/** How long somebody may think about the question, once it was said. */
const CONSENT_MS = 5_000;
const AGREE_KEY = '1';
const PROMPTS = { notice: 'recording.notice', consent: 'recording.consent' } as const;
export const RECORDING_WORD = 'recordingWord';

/** What the team says to people of the customer's country. */
function chosenWord({ direction, facts, lineMedia }: Call): RecordingWord {
  if (direction === 'internal' || !facts.settings.recordCalls) return 'none';
  const country = facts.customerCountry ?? (facts.customerNumber === '' ? null : countryOf(facts.customerNumber));
  // A group may have rules of its own.
  return recordingWordFor(lineMedia?.recordingRules ?? facts.settings.recordingRules, country);
}

/** No number of a customer is so short: whoever helps there must not be kept waiting by an announcement. */
const SHORT_DIGITS = 6;
const isForHelp = ({ direction, facts }: Call): boolean =>
  direction === 'outbound' && facts.customerNumber.length <= SHORT_DIGITS;

/** What the customer must hear before anything of this call is recorded; null: nothing, or it was said. */
function dueWord(call: Call): 'notice' | 'consent' | null {
  const { recordingWord } = call;
  if (typeof recordingWord === 'object') return recordingWord.asking;
  const word = recordingWord === 'unsaid' && !isForHelp(call) ? chosenWord(call) : 'none';
  return word === 'none' ? null : word;
}

/** Whether recording may begin now: with others too, who come along from this call. A call for help is not recorded where something had to be said. */
export const mayRecord = (call: Call): boolean =>
  dueWord(call) === null && call.recordingWord !== 'declined' && !(isForHelp(call) && chosenWord(call) !== 'none');

/** A group may ask in a recording of its own. */
function wordOf(call: Call, word: 'notice' | 'consent'): CallAudio {
  const ours = prompt(call, PROMPTS[word]);
  const own = word === 'consent' ? (call.lineMedia?.consentSoundId ?? null) : null;
  return own === null ? ours : { teamSound: own, otherwise: ours };
}

/** Says what has to be said, to a customer who can hear it. True: whoever wants to record waits for the answer. */
export function sayRecordingWord(turn: CallTurn): boolean {
  const word = dueWord(turn.call);
  if (word === null) return false;
  if (partyOf(turn.call, 'customer')?.at !== 'up') return true;
  change(turn, { recordingWord: { asking: word, turn: 0 } });
  say(turn, RECORDING_WORD, wordOf(turn.call, word));
  return true;
}

/** The same to people who talk: the agent hears it too, and knows when to go on. What was cut off, by a hold or by a phone that came late, is said again. */
export function sayRecordingWordInTalk(turn: CallTurn): void {
  const { recordingWord } = turn.call;
  const agent = partyOf(turn.call, 'agent');
  if (typeof recordingWord !== 'object' || recordingWord.turn !== 0 || agent?.at !== 'up') return;
  if (partyOf(turn.call, 'customer')?.at !== 'up' || !sayRecordingWord(turn)) return;
  const sound = wordOf(turn.call, recordingWord.asking);
  act(turn, { type: 'play', leg: agent.leg, sound, playId: 'recordingWordToAgent' });
}

/** A conversation begins that is to be recorded: true when something has to be said first, as soon as both hear. */
export function expectRecordingWord(turn: CallTurn): boolean {
  const word = dueWord(turn.call);
  if (word === null) return false;
  change(turn, { recordingWord: { asking: word, turn: 0 } });
  return true;
}

/** It was said to its end. True when that was all. */
export function recordingWordPlayed(turn: CallTurn): boolean {
  const { recordingWord } = turn.call;
  if (typeof recordingWord !== 'object') return false;
  if (recordingWord.asking === 'notice') return settled(turn, 'noticed');
  change(turn, { recordingWord: { ...recordingWord, turn: wake(turn, 'consent', CONSENT_MS) } });
  return false;
}

/** A key while they are asked. True when it was the answer: 1 agrees, every other key does not. */
export function keyToRecordingWord(turn: CallTurn, key: string): boolean {
  const { recordingWord } = turn.call;
  if (typeof recordingWord !== 'object' || recordingWord.asking !== 'consent') return false;
  stopRecordingWord(turn);
  return settled(turn, key === AGREE_KEY ? 'agreed' : 'declined');
}

function stopRecordingWord(turn: CallTurn): void {
  if (turn.call.playing !== RECORDING_WORD) return;
  for (const { role, leg, at } of turn.call.parties)
    if (at === 'up' && (role === 'customer' || role === 'agent')) act(turn, { type: 'stopPlaying', leg });
  change(turn, { playing: null });
}

/** Somebody came along who may not be recorded: nobody is any more, so that nobody has to be asked either. */
export function neverRecord(turn: CallTurn): void {
  stopRecordingWord(turn);
  change(turn, { recordingWord: 'declined' });
}

/** No answer is none. */
export function consentTimeUp(turn: CallTurn, number: number): boolean {
  const { recordingWord } = turn.call;
  return typeof recordingWord === 'object' && recordingWord.turn === number && settled(turn, 'declined');
}

function settled(turn: CallTurn, outcome: 'noticed' | 'agreed' | 'declined'): true {
  change(turn, { recordingWord: outcome });
  note(turn, { type: 'recordingWord', outcome });
  return true;
}
