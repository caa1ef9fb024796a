import type { ServerCall } from '#core/phone/phone-events.ts';
import type { AgentNews } from '#core/phone/status-page.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { fromWireTime } from '#shared/wire-time.ts';

/** The server's word about the agent, by the page's clock. */
export const agentNews = (
  { status, eventId, modifiedBy, reason, call, monitoring, wrapUp }: AgentNow,
  offsetMs: number,
): AgentNews => ({
  status,
  eventId,
  modifiedBy,
  reason,
  monitoring,
  callId: call?.callId ?? null,
  inCall: call !== null,
  wrapUp: wrapUp && {
    callId: wrapUp.callId,
    startMs: fromWireTime(wrapUp.startTime) - offsetMs,
    endsMs: fromWireTime(wrapUp.endTime) - offsetMs,
  },
});

/** The server's word about a call, by the page's clock. Who waits because of a transfer was not put on hold. */
export function serverCall(
  { callId, direction, role, answeredMs, callEndsMs, held, transfer, holdSinceMs, holdEndsMs, formerCallId }: LiveCall,
  offsetMs: number,
): ServerCall {
  const ours = (moment: number | null): number | null => (moment === null ? null : moment - offsetMs);
  return {
    callId,
    formerCallId,
    // Whoever is not the agent of a call was rung for it.
    direction: role === 'agent' && direction !== 'inbound' ? 'outbound' : 'inbound',
    answeredMs: ours(answeredMs),
    limitEndsMs: ours(callEndsMs),
    // The agent's partner is the server's to hold; a colleague who was called holds with their own phone.
    isHeld: role === 'colleague' ? null : role === 'agent' && (held === 'both' || (held !== null && transfer === null)),
    isHeldByThem:
      (role === 'colleague' && held === 'customer') || (role === 'third' && (held === 'third' || held === 'both')),
    holdSinceMs: ours(holdSinceMs),
    holdEndsMs: ours(holdEndsMs),
    isMonitored: role === 'supervisor',
  };
}
