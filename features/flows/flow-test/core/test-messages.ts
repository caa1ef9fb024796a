import { MessageType } from '#shared/codes/message-type.ts';

/** One line of a test, as the list shows it. */
export interface TestMessage {
  msgId: string;
  msgType: number;
  callID: string;
  time_ms?: number;
  createTs?: number;
  recordUrl?: string;
  /** The node that was chosen (307): flowNodeID of the branch. */
  node_choose?: string;
  /** Whatever else came inside `msgInfo`. */
  [more: string]: unknown;
}

/** Reads a message as it came: `msgInfo`, text or object, becomes part of it, and the chosen branch is named. Null for what is none. */
export function readMessage(raw: unknown): TestMessage | null {
  const outer = objectOf(raw);
  if (!outer) return null;
  const { msgInfo, ...rest } = outer;
  const merged: Record<string, unknown> = {
    ...rest,
    ...objectOf(msgInfo),
    msgId: rest['msgId'],
    msgType: Number(rest['msgType']),
    callID: rest['callID'],
  };
  if (
    typeof merged['msgId'] !== 'string' ||
    !MessageType.has(Number(merged['msgType'])) ||
    typeof merged['callID'] !== 'string'
  )
    return null;
  const chosen = merged['msgType'] === MessageType.botNode ? chosenNode(merged['branches']) : undefined;
  return { ...merged, ...(chosen !== undefined && { node_choose: chosen }) } as TestMessage;
}

/** Puts a message into the list: one that is there already is replaced where it stands. */
export function withMessage(messages: readonly TestMessage[], message: TestMessage): TestMessage[] {
  const at = messages.findIndex(({ msgId }) => msgId === message.msgId);
  return at < 0 ? [...messages, message] : messages.map((old, index) => (index === at ? message : old));
}

/** 4, 14 and 33: after them a text test has to be started again. */
export const endsRound = ({ msgType }: TestMessage): boolean =>
  MessageType.has(msgType) && MessageType.row(msgType).endsRound;

/** Lines of the flow that somebody spoke into, by msgId, with what of each was heard; empty where nothing is known of it. */
export function cutLines(messages: readonly TestMessage[]): ReadonlyMap<string, string> {
  const cut = new Map<string, string>();
  for (const [at, { msgType, part }] of messages.entries()) {
    if (msgType !== MessageType.userInterrupted) continue;
    const heardPart = typeof part === 'string' ? part : '';
    const spokenLines = messages
      .slice(0, at)
      .filter(
        (message) =>
          message.msgType === MessageType.aiSaid && typeof message['text'] === 'string' && !cut.has(message.msgId),
      );
    // Of several lines that waited, the one that began like this was being said.
    const line =
      spokenLines.findLast(({ text }) => heardPart !== '' && (text as string).startsWith(heardPart)) ??
      spokenLines.at(-1);
    if (line) cut.set(line.msgId, (line['text'] as string).startsWith(heardPart) ? heardPart : '');
  }
  return cut;
}

function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value));
    } catch {
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The branch that was taken; where several stand there, the one marked. */
function chosenNode(branches: unknown): string | undefined {
  if (!Array.isArray(branches)) return undefined;
  const rows = branches.map(objectOf).filter((row) => row !== null);
  const row = rows.find((one) => one['selected'] === true) ?? rows[0];
  return typeof row?.['flowNodeID'] === 'string' ? row['flowNodeID'] : undefined;
}
