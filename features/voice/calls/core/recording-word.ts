import type { Call } from '#core/call/call.ts';
import { countryOf } from '#core/call/number-country.ts';
import { recordingWordFor } from '#core/call/recording-rules.ts';
import { act, change, note, partyOf, prompt, say, wake, type CallTurn } from '#core/call/call-turn.ts';

/** How long somebody may think about the question, once it was said. */
const CONSENT_MS = 5_000;
const AGREE_KEY = '1';
const PROMPTS = { notice: 'recording.notice', consent: 'recording.consent' } as const;
export const RECORDING_WORD = 'recordingWord';

/** What the customer must hear before anything of this call is recorded; null: nothing, or it was said. */
function dueWord({ direction, facts, lineMedia, recordingWord }: Call): 'notice' | 'consent' | null {
  if (direction === 'internal' || !facts.settings.recordCalls) return null;
  if (typeof recordingWord === 'object') return recordingWord.asking;
  if (recordingWord !== 'unsaid') return null;
  const country = facts.customerCountry ?? (facts.customerNumber === '' ? null : countryOf(facts.customerNumber));
  // A group may have rules of its own.
  const word = recordingWordFor(lineMedia?.recordingRules ?? facts.settings.recordingRules, country);
  return word === 'none' ? null : word;
}

/** Whether recording may begin now. */
export const mayRecord = (call: Call): boolean => dueWord(call) === null && call.recordingWord !== 'declined';

/** Says what has to be said, to a customer who can hear it. True: whoever wants to record waits for the answer. */
export function sayRecordingWord(turn: CallTurn): boolean {
  const word = dueWord(turn.call);
  if (word === null) return false;
  if (partyOf(turn.call, 'customer')?.at !== 'up') return true;
  change(turn, { recordingWord: { asking: word, turn: 0 } });
  say(turn, RECORDING_WORD, prompt(turn.call, PROMPTS[word]));
  return true;
}

/** The same to people who talk: the agent hears it too, and knows when to go on. What was cut off, by a hold or by a phone that came late, is said again. */
export function sayRecordingWordInTalk(turn: CallTurn): void {
  const { recordingWord } = turn.call;
  const agent = partyOf(turn.call, 'agent');
  if (typeof recordingWord !== 'object' || recordingWord.turn !== 0 || agent?.at !== 'up') return;
  if (partyOf(turn.call, 'customer')?.at !== 'up' || !sayRecordingWord(turn)) return;
  const sound = prompt(turn.call, PROMPTS[recordingWord.asking]);
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
  const { recordingWord, playing } = turn.call;
  if (typeof recordingWord !== 'object' || recordingWord.asking !== 'consent') return false;
  if (playing === RECORDING_WORD) {
    for (const { role, leg, at } of turn.call.parties)
      if (at === 'up' && (role === 'customer' || role === 'agent')) act(turn, { type: 'stopPlaying', leg });
    change(turn, { playing: null });
  }
  return settled(turn, key === AGREE_KEY ? 'agreed' : 'declined');
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
