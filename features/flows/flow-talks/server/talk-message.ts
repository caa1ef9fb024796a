import type { NodeId } from '#core/flow/flow.ts';
import { MessageType } from '#shared/codes/message-type.ts';

/** One row of a conversation as the wire carries it (specification P3). A message with a known `msgId` replaces the one before. */
export interface TalkMessage {
  msgId: string;
  msgType: MessageType;
  callID: string;
  msgInfo: Readonly<Record<string, unknown>>;
  /** Of a timing (303 to 306) what was measured; of everything else how far into the conversation it was. Never less than nothing, whatever a clock did. */
  time_ms: number;
  /** When, in milliseconds since 1970. */
  createTs: number;
  /** The node the conversation was at. */
  stepId: NodeId | null;
  /** Of 307 where the chosen branch leads; else empty. */
  node_choose: string;
  /** Where the recording can be fetched, once there is one; else empty. */
  recordUrl: string;
}

const TIMINGS: ReadonlySet<MessageType> = new Set([
  MessageType.llmTiming,
  MessageType.ttsTiming,
  MessageType.asrTiming,
  MessageType.latency,
]);

/** A message of a conversation that began at `startedMs`; `no` counts its messages from 1. */
export function talkMessage(
  { callId, no, startedMs, nowMs }: { callId: string; no: number; startedMs: number; nowMs: number },
  type: MessageType,
  nodeId: NodeId | null,
  info: Readonly<Record<string, unknown>>,
): TalkMessage {
  const measured = TIMINGS.has(type) && typeof info['ms'] === 'number' ? info['ms'] : nowMs - startedMs;
  return {
    msgId: `${callId}-${no}`,
    msgType: type,
    callID: callId,
    msgInfo: info,
    time_ms: Math.max(0, Math.round(measured)),
    createTs: nowMs,
    stepId: nodeId,
    node_choose: type === MessageType.botNode ? chosen(info) : '',
    recordUrl: '',
  };
}

export interface StoredRecording {
  /** Names it among those of the conversation. */
  recordingId: string;
  recordUrl: string;
  durationMs: number;
  bytes: number;
}

/** That a recording is stored (21). It is never kept as a row: it is told when it is there, and shown for as long as it is. */
export const recordingMessage = (
  at: { callId: string; startedMs: number; nowMs: number },
  { recordingId, recordUrl, durationMs, bytes }: StoredRecording,
): TalkMessage => ({
  ...talkMessage({ ...at, no: 0 }, MessageType.recordingReady, null, { durationMs, bytes }),
  msgId: `${at.callId}-${recordingId}`,
  recordUrl,
});

function chosen(info: Readonly<Record<string, unknown>>): string {
  const branches = info['branches'] as readonly { branch: string; flowNodeID: string }[] | undefined;
  return branches?.find(({ branch }) => branch === info['branch'])?.flowNodeID ?? '';
}
