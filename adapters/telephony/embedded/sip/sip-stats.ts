import type { OpenSockets } from './sockets.ts';
import type { EdgePhone } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';
import type { PhoneWires } from './phone-wires.ts';
import type { SipStats } from './sip-edge.ts';
import type { SipTimers } from './sip-timers.ts';

/** What exists now. */
export function sipStats(book: PhoneBook, sockets: OpenSockets, timers: SipTimers, wires: PhoneWires | null): SipStats {
  const phones = [...book.all()];
  const sum = (count: (phone: EdgePhone) => number): number => phones.reduce((total, phone) => total + count(phone), 0);
  return {
    sockets: sockets.size,
    registrations: sum((phone) => phone.bindings.size),
    calls: sum((phone) => phone.calls.size),
    dialogs: sum((phone) => phone.core.dialogs.size),
    transactions: sum((phone) => phone.transactions),
    timers: timers.running,
    ...(wires && { wires: wires.counts() }),
  };
}
