import type { EndCause } from './telephony.port.ts';

/** Why a leg ended when its far side answered with this final SIP status. */
export function causeOfStatus(sipStatus: number): EndCause {
  return named.get(sipStatus) ?? (sipStatus >= 600 ? 'rejected' : sipStatus >= 300 ? 'failed' : 'normal');
}

/**
 * Why a leg ended, where the network named a reason of its own (Q.850) beside the status. Many carriers answer 480, 500 or 503 to
 * everything, and only the reason tells a busy line from a broken one; a status that is clear by itself is believed.
 */
export function causeOfStatusAndReason(sipStatus: number, q850: number | null): EndCause {
  const reason = q850 === null ? undefined : reasons.get(q850);
  return reason !== undefined && vague.has(sipStatus) ? reason : causeOfStatus(sipStatus);
}

/** Why a conversation ended: by itself, or because the network failed underneath it. */
export const causeOfReason = (q850: number | null): EndCause => (q850 !== null && broken.has(q850) ? 'lost' : 'normal');

/** With which status a caller is told that the party it wanted ended this way. */
export const statusOfCause = (cause: EndCause): number => causeStatuses[cause];

const named = new Map<number, EndCause>([
  [404, 'unreachable'],
  [408, 'noAnswer'],
  [410, 'unreachable'],
  [480, 'unreachable'],
  [484, 'unreachable'],
  [415, 'deviceError'],
  [488, 'deviceError'],
  [606, 'deviceError'],
  [486, 'busy'],
  [600, 'busy'],
  [403, 'rejected'],
  [603, 'rejected'],
  [487, 'cancelled'],
  [502, 'unreachable'],
  [503, 'unreachable'],
  [504, 'unreachable'],
  [604, 'unreachable'],
]);

/** What says little: an answer to anything that went wrong on the way. */
const vague = new Set([400, 403, 480, 500, 502, 503, 504, 580]);

const reasons = new Map<number, EndCause>([
  [1, 'unreachable'],
  [2, 'unreachable'],
  [3, 'unreachable'],
  [17, 'busy'],
  [18, 'noAnswer'],
  [19, 'noAnswer'],
  [20, 'unreachable'],
  [21, 'rejected'],
  [22, 'unreachable'],
  [27, 'unreachable'],
  [28, 'unreachable'],
  [34, 'unreachable'],
  [38, 'unreachable'],
  [41, 'unreachable'],
  [42, 'unreachable'],
  [65, 'deviceError'],
  [88, 'deviceError'],
]);
/** Destination, network or circuit out of order; recovery on timer expiry. */
const broken = new Set([27, 38, 41, 102]);

// 480 where the caller could try again later and no status says it better.
const causeStatuses: Record<EndCause, number> = {
  normal: 480,
  cancelled: 487,
  busy: 486,
  rejected: 603,
  noAnswer: 480,
  unreachable: 480,
  deviceError: 488,
  refused: 603,
  lost: 480,
  failed: 500,
  server: 503,
};
