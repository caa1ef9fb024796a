import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import type { Binding, EdgePhone, PhoneSocket } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';
import {
  MAX_CONTACTS_PER_ACCOUNT,
  MAX_EXPIRY_SEC,
  MIN_EXPIRY_SEC,
  REGISTER_EXPIRY_SEC,
  WIRE_EXPIRY_SEC,
} from './sip-constants.ts';
import { unquoted } from './sip-text.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';

export interface BindingWorld {
  clock: { nowMs(): number };
  book: PhoneBook;
  newPhone(account: string, socket: PhoneSocket): EdgePhone;
  /** A phone took the place of another that was registered elsewhere. */
  replaced(account: string, from: string): void;
}

const CLOSED_FOR_ANOTHER = 1000;

/** Notes the contacts of a REGISTER that was proven; all of them or none. */
export function bindContacts(
  world: BindingWorld,
  socket: PhoneSocket,
  account: string,
  message: IncomingRequestMessage,
): Verdict {
  const { book } = world;
  const contacts = (message.headers['Contact'] ?? []).map(({ parsed }) => parsed as NameAddrHeader | '*');
  const fallback = message.getHeader('expires');
  const nowMs = world.clock.nowMs();

  if (contacts[0] === '*') {
    if (fallback !== '0') return { status: 400 };
    for (const phone of book.phones(account)) book.unbind(phone, [...phone.bindings]);
    return listed(world, account, socket);
  }
  const wanted: { binding: Binding; seconds: number }[] = [];
  for (const contact of contacts as NameAddrHeader[]) {
    const asked = contact.hasParam('expires') ? contact.getParam('expires') : fallback;
    const most = socket.wire.way ? WIRE_EXPIRY_SEC : MAX_EXPIRY_SEC;
    const seconds = Math.min(/^\d{1,10}$/.test(asked ?? '') ? Number(asked) : REGISTER_EXPIRY_SEC, most);
    if (seconds > 0 && seconds < MIN_EXPIRY_SEC) return { status: 423, headers: [`Min-Expires: ${MIN_EXPIRY_SEC}`] };
    const instance = unquoted(contact.getParam('+sip.instance') ?? '') || null;
    const binding = {
      uri: contact.uri.toRaw(),
      target: contact.uri,
      instance,
      expiresAtMs: nowMs + seconds * 1_000,
      callId: message.callId,
      cseq: message.cseq,
    };
    wanted.push({ binding, seconds });
  }
  let existing = book.contacts(account);
  for (const { binding } of wanted) {
    const old = existing.find((row) => row.binding.uri === binding.uri)?.binding;
    if (old && old.callId === binding.callId && binding.cseq <= old.cseq) return { status: 500 };
  }
  const fresh = wanted.filter(
    ({ binding, seconds }) => seconds > 0 && !existing.some((row) => row.binding.uri === binding.uri),
  );
  if (existing.length + fresh.length > MAX_CONTACTS_PER_ACCOUNT) {
    // Pages that were reloaded leave contacts behind which only wait to be forgotten.
    for (const { phone, binding } of existing) if (phone.gone) book.unbind(phone, [binding]);
    existing = book.contacts(account);
    if (existing.length + fresh.length > MAX_CONTACTS_PER_ACCOUNT) return FORBIDDEN;
  }

  for (const { binding, seconds } of wanted) {
    if (seconds > 0) book.bind(phoneFor(world, socket, account, binding), binding);
    else for (const { phone, binding: old } of existing) if (old.uri === binding.uri) book.unbind(phone, [old]);
  }
  if (socket.wire.way && wanted.some(({ seconds }) => seconds > 0)) takePlace(world, socket);
  return listed(world, account, socket);
}

/** The socket's phone; a phone that was known on another socket moves here with its dialogs. */
function phoneFor(world: BindingWorld, socket: PhoneSocket, account: string, { uri, instance }: Binding): EdgePhone {
  const { book } = world;
  const known = book.known(account, instance ? [uri, instance] : [uri]);
  if (known && known.socket === socket) return known;
  if (known && !socket.phone) {
    const old = known.socket;
    socket.phone = known;
    if (old) {
      old.phone = null;
      known.detach(world.clock.nowMs());
      old.wire.close(CLOSED_FOR_ANOTHER);
    }
    known.attach(socket);
    return known;
  }
  socket.phone ??= world.newPhone(account, socket);
  return socket.phone;
}

/**
 * A desk phone is one phone: who registers with its password takes the place of who did before, whose conversation goes on. From
 * another network that may be a thief, and the owner is told; from the same it is the phone itself after a restart.
 */
function takePlace({ book, replaced }: BindingWorld, { phone, wire }: PhoneSocket): void {
  if (!phone) return;
  const others = book.phones(phone.account).filter((other) => other !== phone && other.bindings.size > 0);
  const isElsewhere = others.some(({ socket }) => socket && socket.wire.address !== wire.address);
  for (const other of others) book.unbind(other, [...other.bindings]);
  if (isElsewhere) replaced(phone.account, wire.from ?? wire.address);
}

function listed({ book, clock }: BindingWorld, account: string, { wire }: PhoneSocket): Verdict {
  const nowMs = clock.nowMs();
  const contacts = book
    .contacts(account)
    .map(
      ({ binding }) =>
        `Contact: <${binding.uri}>;expires=${Math.max(0, Math.round((binding.expiresAtMs - nowMs) / 1_000))}`,
    );
  // Desk phones would set their clocks by it, and what we count here is no time of the day.
  return { status: 200, headers: [...contacts, ...(wire.way ? [] : [`Date: ${new Date(nowMs).toUTCString()}`])] };
}
