import type { FlowMessage } from '#core/flow/flow-events.ts';
import type { Clock } from '#platform/server/clock.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { talkMessage, type TalkMessage } from './talk-message.ts';
import type { TalkTranscript } from './talk-transcript.ts';

/** `keep` gets every row as it is told, before those who listen. */
export function openTalkTranscript(
  talkId: string,
  clock: Clock,
  keep: { add(message: TalkMessage): void },
): TalkTranscript {
  const startedMs = clock.nowMs();
  const messages: TalkMessage[] = [];
  const listeners = new Set<(message: TalkMessage) => void>();
  let nodeId: FlowMessage['nodeId'] = null;
  let lastRow: FlowMessage | null = null;
  let isClosed = false;

  function add({ type, nodeId: at, info }: FlowMessage): void {
    if (isClosed) return;
    const when = { callId: talkId, no: messages.length + 1, startedMs, nowMs: clock.nowMs() };
    const message = talkMessage(when, type, at, info);
    messages.push(message);
    keep.add(message);
    for (const listener of listeners) listener(message);
  }

  return {
    addMessage: (type, info) => add({ type, nodeId, info }),
    addFlowMessage(message) {
      nodeId = message.nodeId;
      if (MessageType.row(message.type).endsRound) lastRow = message;
      else add(message);
    },
    endWith: (type, info) => void (lastRow = { type, nodeId, info }),
    close() {
      if (lastRow) add(lastRow);
      lastRow = null;
      isClosed = true;
    },
    messages: () => messages,
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
