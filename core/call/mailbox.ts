/** Whose message it is: everybody's who keeps the main box, a group's, or one agent's. */
export type Mailbox = { kind: 'main' } | { kind: 'group'; groupId: number } | { kind: 'agent'; userId: number };

export const MAIN_BOX: Mailbox = { kind: 'main' };
export const groupBox = (groupId: number): Mailbox => ({ kind: 'group', groupId });

const LARGEST_DIGITS = 15;
const WORD = new RegExp(String.raw`^(group|agent):(\d{1,${LARGEST_DIGITS}})$`);

/** A box by its word as flows and pages write it: `main`, `group:7`, `agent:12`. What says nothing we know is the main box: no message is lost for a word. */
export function mailboxOf(word: string): Mailbox {
  const named = WORD.exec(word);
  if (!named) return MAIN_BOX;
  const id = Number(named[2]);
  return named[1] === 'group' ? groupBox(id) : { kind: 'agent', userId: id };
}

export const wordOf = (box: Mailbox): string =>
  box.kind === 'main' ? 'main' : box.kind === 'group' ? `group:${box.groupId}` : `agent:${box.userId}`;

/**
 * What the recording of a message is called. The box stands in the name because the name is all that is left of a message
 * on the disk of a server that was killed.
 */
export function messageId(callId: string, number: number, box: Mailbox): string {
  const owner = box.kind === 'main' ? '' : box.kind === 'group' ? `-g${box.groupId}` : `-u${box.userId}`;
  return `${callId}-voicemail${number > 1 ? number : ''}${owner}`;
}

export interface RecordingName {
  callId: string;
  kind: 'call' | 'voicemail';
  box: Mailbox;
}

const NAME = new RegExp(String.raw`^(.+)-(?:(call)\d*|(voicemail)\d*(?:-([gu])(\d{1,${LARGEST_DIGITS}}))?)$`);

/** Of which call a recording is, by its name, and for whom; null for a name the calls do not give. */
export function recordingName(recordingId: string): RecordingName | null {
  const named = NAME.exec(recordingId);
  if (!named) return null;
  const [, callId, call, , owner, id] = named;
  if (call) return { callId: callId!, kind: 'call', box: MAIN_BOX };
  return {
    callId: callId!,
    kind: 'voicemail',
    box: owner === 'g' ? groupBox(Number(id)) : owner === 'u' ? { kind: 'agent', userId: Number(id) } : MAIN_BOX,
  };
}
