import { causeOfReason, causeOfStatus, causeOfStatusAndReason } from '#core/telephony/end-causes.ts';
import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { SipCallHandler } from './sip/sip-edge.ts';

/** How a leg ended, as the product is told. */
export interface LegEnd {
  cause: EndCause;
  sipStatus: number | null;
  by: 'them' | 'us';
}

type SipEnd = Parameters<NonNullable<SipCallHandler['ended']>>[0];

/** From what the signalling saw. A refusal of an offered leg is ours, of a placed one the phone's. */
export function endOfSip(made: 'offered' | 'placed', { why, sipStatus, by }: SipEnd): LegEnd {
  switch (why) {
    case 'bye':
      return { cause: 'normal', sipStatus: null, by };
    case 'cancelled':
      return { cause: 'cancelled', sipStatus, by };
    case 'timeout':
      return { cause: 'noAnswer', sipStatus, by };
    case 'lost':
      return { cause: 'lost', sipStatus, by };
    case 'refused':
      return { cause: made === 'offered' ? 'refused' : causeOfStatus(sipStatus ?? 500), sipStatus, by };
    case 'failed':
      return { cause: causeOfStatus(sipStatus ?? 500), sipStatus, by };
  }
}

/** From what a carrier said; null is an ordinary end, which before the answer means that somebody lost patience. */
export function endOfCarrier(
  made: 'offered' | 'placed',
  isAnswered: boolean,
  sipStatus: number | null,
  q850: number | null = null,
): LegEnd {
  if (isAnswered)
    return { cause: sipStatus === null ? causeOfReason(q850) : causeOfStatus(sipStatus), sipStatus, by: 'them' };
  if (made === 'offered') return { cause: 'cancelled', sipStatus: sipStatus ?? 487, by: 'them' };
  return { cause: causeOfStatusAndReason(sipStatus ?? 603, q850), sipStatus: sipStatus ?? 603, by: 'them' };
}

/** When we hang up. */
export function endOfOurs(made: 'offered' | 'placed', isAnswered: boolean): LegEnd {
  if (isAnswered) return { cause: 'normal', sipStatus: null, by: 'us' };
  return made === 'placed'
    ? { cause: 'cancelled', sipStatus: 487, by: 'us' }
    : { cause: 'refused', sipStatus: 480, by: 'us' };
}
