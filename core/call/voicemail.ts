import { act, answerCustomer, change, note, partyOf, prompt, say, wake, type Turn } from './call-turn.ts';
import { end } from './ending.ts';

const MESSAGE_MS = 120_000;

/** Nobody can come: the customer may leave a message. */
export function toVoicemail(turn: Turn): void {
  answerCustomer(turn);
  change(turn, { at: 'voicemail', hold: null, voicemail: { turn: 0, recordingId: null } });
  askForMessage(turn);
}

export function askForMessage(turn: Turn): void {
  const { call } = turn;
  if (partyOf(call, 'customer')?.at === 'up') say(turn, 'voicemail', { sequence: [prompt(call, 'voicemail.leave'), { name: 'beep' }] });
}

/** After the tone. */
export function beginMessage(turn: Turn): void {
  const customer = partyOf(turn.call, 'customer');
  if (!customer || turn.call.voicemail?.recordingId !== null) return;
  const recordingId = `${turn.call.id}-voicemail`;
  act(turn, { type: 'record', leg: customer.leg, recordingId, kind: 'voicemail' });
  note(turn, { type: 'voicemailBegan' });
  change(turn, { voicemail: { recordingId, turn: wake(turn, 'voicemail', MESSAGE_MS) } });
}

/** The hash key, or two minutes, end the message; the recording stops before the thanks. */
export function endMessage(turn: Turn): void {
  const { voicemail } = turn.call;
  if (!voicemail?.recordingId || voicemail.turn === 0) return;
  act(turn, { type: 'stopRecording', recordingId: voicemail.recordingId });
  change(turn, { voicemail: { turn: 0, recordingId: voicemail.recordingId } });
  say(turn, 'voicemailThanks', prompt(turn.call, 'voicemail.thanks'));
}

export const voicemailTimeUp = (turn: Turn, number: number): void => void (turn.call.voicemail?.turn === number && endMessage(turn));

export function messageLeft(turn: Turn, endedBy: 'customer' | 'server'): void {
  const left = typeof turn.call.voicemail?.recordingId === 'string';
  end(turn, { outcome: left ? 'voicemail' : 'abandoned', cause: 'normal', endedBy });
}
