import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';

/** The customer on the line, known by the call; nothing where nobody is, or the call is listened to, or a colleague's. */
export function onTheLine(view: PhoneView | null): { callId?: string; shown?: string } {
  const call = view?.phone.call;
  const live = call?.callId ? view?.calls.find(({ callId }) => callId === call.callId) : undefined;
  return live && !call?.monitor && live.direction !== 'internal' && /\d/.test(live.customerNumber)
    ? { callId: live.callId, shown: spokenNumber(live.customerNumber) }
    : {};
}
