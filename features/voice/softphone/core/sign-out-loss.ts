import type { Phone } from '#core/phone/phone.ts';

/** What ends with the session: a call with somebody, one that is on its way, or a part in a colleague's. */
export type SignOutLoss = 'talking' | 'dialing' | 'ringing' | 'consulted';

/** What signing out would take from somebody else; null: nothing. Who only listens is missed by nobody. */
export function signOutLoss({ call }: Phone, calls: readonly { callId: string; role: string }[]): SignOutLoss | null {
  if (!call || call.monitor || call.at === 'ending') return null;
  if (calls.some(({ callId, role }) => callId === call.callId && role === 'third')) return 'consulted';
  if (call.at === 'talking' || call.sinceMs !== null) return 'talking';
  return call.direction === 'outbound' ? 'dialing' : 'ringing';
}
