import { toWireTime } from '#shared/wire-time.ts';
import type { AgentNow } from '../contract.ts';
import type { BoardAgent } from './agent-board.ts';

/** An agent as the wire shows them. */
export const agentNow = (
  {
    userId,
    name,
    sipNum,
    status,
    doingSinceMs,
    nextStatus,
    modifiedBy,
    reason,
    call,
    wrapUp,
    monitoring,
    connected,
    registered,
    whyNotRoutable,
  }: BoardAgent,
  eventId: number,
): AgentNow => ({
  userId,
  name,
  sipNumber: sipNum,
  status,
  since: toWireTime(doingSinceMs),
  nextStatus,
  modifiedBy,
  reason,
  call: call && { callId: call.callId, at: call.at },
  wrapUp: wrapUp && {
    callId: wrapUp.callId,
    startTime: toWireTime(wrapUp.startedMs),
    endTime: toWireTime(wrapUp.endsMs),
    latestEndTime: toWireTime(wrapUp.latestMs),
  },
  monitoring,
  connected,
  registered,
  whyNotRoutable,
  eventId,
});
