import type { EndCause } from './telephony.port.ts';

/** Why a leg ended when its far side answered with this final SIP status. */
export function causeOfStatus(sipStatus: number): EndCause {
  return named.get(sipStatus) ?? (sipStatus >= 600 ? 'rejected' : sipStatus >= 300 ? 'failed' : 'normal');
}

/** With which status a caller is told that the party it wanted ended this way. */
export const statusOfCause = (cause: EndCause): number => told[cause];

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

// 480 where the caller could try again later and no status says it better.
const told: Record<EndCause, number> = {
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
