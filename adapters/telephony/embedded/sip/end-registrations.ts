import { CloseCode, type OpenSockets } from './open-sockets.ts';
import type { PhoneBook } from './phone-book.ts';

/** Ends registrations, their calls and their sockets. */
export function forgetAccount(book: PhoneBook, sockets: OpenSockets, account: string): void {
  for (const phone of book.phones(account)) {
    const { socket } = phone;
    // First the contacts, lest somebody who hears of an end rings the same phone again.
    book.unbind(phone, [...phone.bindings]);
    for (const call of phone.calls) call.end();
    if (socket) sockets.hangUp(socket, CloseCode.policyViolation);
    book.remove(phone);
  }
}

/** The same, but calls that were answered wait for a phone, as after a lost websocket. */
export function cutOffAccount(book: PhoneBook, sockets: OpenSockets, account: string): void {
  for (const phone of book.phones(account)) {
    const { socket } = phone;
    book.unbind(phone, [...phone.bindings]);
    for (const call of phone.calls) if (!call.dialog) call.end();
    if (socket) sockets.hangUp(socket, CloseCode.policyViolation);
  }
}
