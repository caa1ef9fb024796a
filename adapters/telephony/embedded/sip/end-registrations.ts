import { SocketCloseCode } from './open-sockets.ts';
import type { OpenSockets } from './sockets.ts';
import type { PhoneBook } from './phone-book.ts';

/** Ends registrations, their calls and their sockets. */
export function forgetAccount(book: PhoneBook, sockets: OpenSockets, account: string): void {
  for (const phone of book.phones(account)) {
    const { socket } = phone;
    // First the contacts, lest somebody who hears of an end rings the same phone again.
    book.unbind(phone, [...phone.bindings]);
    for (const call of phone.calls) call.end();
    if (socket) sockets.hangUp(socket, SocketCloseCode.policyViolation);
    book.remove(phone);
  }
}

/** Ends registrations and what was not answered; a phone in a conversation keeps its connection for as long as that lasts. */
export function retireAccount(book: PhoneBook, sockets: OpenSockets, account: string): void {
  for (const phone of book.phones(account)) {
    const { socket } = phone;
    book.unbind(phone, [...phone.bindings]);
    for (const call of phone.calls) if (!call.dialog) call.end();
    if (Array.from(phone.calls).some((call) => call.dialog)) continue;
    if (socket) sockets.hangUp(socket, SocketCloseCode.policyViolation);
    book.remove(phone);
  }
}

/** Ends registrations and sockets; calls that were answered wait for a phone, as after a lost websocket. */
export function cutOffAccount(book: PhoneBook, sockets: OpenSockets, account: string): void {
  for (const phone of book.phones(account)) {
    const { socket } = phone;
    book.unbind(phone, [...phone.bindings]);
    for (const call of phone.calls) if (!call.dialog) call.end();
    if (socket) sockets.hangUp(socket, SocketCloseCode.policyViolation);
  }
}
