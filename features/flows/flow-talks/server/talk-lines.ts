import type { TalkMessage } from './talk-message.ts';

/** Messages as the table has them, numbered from `firstNo` on. */
export const linesOf = (firstNo: number, messages: readonly TalkMessage[]) =>
  messages.map(({ msgType, stepId, msgInfo, time_ms: timeMs, createTs }, at) => ({
    no: firstNo + at,
    type: msgType,
    node_id: stepId,
    info: msgInfo,
    time_ms: timeMs,
    created_ms: createTs,
  }));
