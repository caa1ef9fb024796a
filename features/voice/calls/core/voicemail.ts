import { act, answerCustomer, change, note, partyOf, prompt, say, wake, type CallTurn } from '#core/call/call-turn.ts';
import { end } from './ending.ts';
import { MAIN_BOX, messageId, type Mailbox } from '#core/call/mailbox.ts';

const MESSAGE_MS = 120_000;

/** Nobody can come: the customer may leave a message. */
export function toVoicemail(turn: CallTurn, mailbox: Mailbox = MAIN_BOX): void {
  answerCustomer(turn);
  change(turn, { at: 'voicemail', hold: null });
  expectMessage(turn, mailbox);
  askForMessage(turn);
}

/** A message for this box will come; one that was left before stays as it is. */
export function expectMessage(turn: CallTurn, mailbox: Mailbox): void {
  change(turn, { voicemail: { turn: 0, recordingId: null, mailbox, number: (turn.call.voicemail?.number ?? 0) + 1 } });
}

/** The recording begins. */
export function recordMessage(turn: CallTurn): void {
  const customer = partyOf(turn.call, 'customer');
  const { voicemail, id } = turn.call;
  if (!customer || voicemail?.recordingId !== null) return;
  const recordingId = messageId(id, voicemail.number, voicemail.mailbox);
  act(turn, { type: 'record', leg: customer.leg, recordingId, kind: 'voicemail' });
  note(turn, { type: 'voicemailBegan' });
  change(turn, { voicemail: { ...voicemail, recordingId } });
}

export function askForMessage(turn: CallTurn): void {
  const { call } = turn;
  if (partyOf(call, 'customer')?.at === 'up')
    say(turn, 'voicemail', { sequence: [prompt(call, 'voicemail.leave'), { name: 'beep' }] });
}

/** After the tone. */
export function beginMessage(turn: CallTurn): void {
  if (turn.call.voicemail?.recordingId !== null) return;
  recordMessage(turn);
  const { voicemail } = turn.call;
  if (voicemail?.recordingId) change(turn, { voicemail: { ...voicemail, turn: wake(turn, 'voicemail', MESSAGE_MS) } });
}

/** The hash key, or two minutes, end the message; the recording stops before the thanks. */
export function endMessage(turn: CallTurn): void {
  const { voicemail } = turn.call;
  if (!voicemail?.recordingId || voicemail.turn === 0) return;
  act(turn, { type: 'stopRecording', recordingId: voicemail.recordingId });
  change(turn, { voicemail: { ...voicemail, turn: 0 } });
  say(turn, 'voicemailThanks', prompt(turn.call, 'voicemail.thanks'));
}

export const voicemailTimeUp = (turn: CallTurn, number: number): void =>
  void (turn.call.voicemail?.turn === number && endMessage(turn));

export function messageLeft(turn: CallTurn, endedBy: 'customer' | 'server'): void {
  const left = typeof turn.call.voicemail?.recordingId === 'string';
  end(turn, { outcome: left ? 'voicemail' : 'abandoned', cause: 'normal', endedBy });
}
