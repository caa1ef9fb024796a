import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import type { BanList } from './ban-list.ts';
import { challenge, isProof, md5, readCredentials, type Credentials, type Nonces } from './digest.ts';
import type { Binding, Phone } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';
import { answerTo, type Asked } from './sip-answer.ts';
import { MAX_CONTACTS_PER_ACCOUNT, MAX_EXPIRY_SEC, MIN_EXPIRY_SEC, REGISTER_EXPIRY_SEC } from './sip-constants.ts';
import type { SipAccounts } from './sip-edge.ts';
import type { SipSocket } from './sip-socket.ts';
import { decoded, readUri, unquoted } from './sip-text.ts';

export interface RegistrarWorld {
  domain: string;
  accounts: SipAccounts;
  clock: { nowMs(): number };
  book: PhoneBook;
  bans: BanList;
  nonces: Nonces;
  wait(ms: number): Promise<void>;
  newPhone(account: string, socket: SipSocket): Phone;
  suspicious(what: string, account: string | null, address: string, detail: string): void;
}

/** What an answer says besides its status. */
export interface Verdict {
  status: number;
  headers?: string[];
}

const FORBIDDEN: Verdict = { status: 403 };
const STRANGER = '?';
const ACCOUNT = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Signs phones in. Rules:
 * 1. Without proof 401, with a wrong one 403; an account that does not exist, is off or is banned gets the same answers at the same pace.
 * 2. A socket serves one account. A phone known by its contact or instance takes its dialogs along to the new socket.
 * 3. A phone that fails to renew is no longer registered.
 */
export function openRegistrar(world: RegistrarWorld) {
  const { domain, book, bans, nonces, clock } = world;
  const ask = (stale: boolean): Verdict => ({ status: 401, headers: [challenge(domain, nonces.issue(), stale)] });
  /** Somebody's password for accounts that do not exist: the same work is done for them. */
  const nobody = md5(`${nonces.issue()}:${domain}:`);

  async function register(socket: SipSocket, message: IncomingRequestMessage): Promise<Verdict> {
    const { address } = socket.wire;
    const named = decoded(message.to.uri.user ?? '') ?? '';
    // Names no account can have are all one stranger, and short to remember.
    const account = ACCOUNT.test(named) ? named : STRANGER;
    if (!isOurs(message.to) || !isOurs(message.from) || message.ruri!.host !== domain) return FORBIDDEN;
    if (message.from.uri.user !== message.to.uri.user || (socket.phone && socket.phone.account !== account)) {
      world.suspicious('forgedIdentity', account, address, 'registers another account');
      return FORBIDDEN;
    }
    const credentials = message
      .getHeaders('authorization')
      .map(readCredentials)
      .find((found) => found?.realm === domain);
    if (!credentials) return ask(false);
    const nonce = nonces.state(credentials.nonce);
    if (nonce !== 'fresh') return ask(nonce === 'stale');

    if (!(await isProven(account, address, credentials))) {
      const { delayMs, bans: banned } = bans.failed(account, address);
      if (banned) world.suspicious('bruteForce', account, address, 'too many wrong passwords');
      await world.wait(delayMs);
      if (socket.phone) book.unbind(socket.phone, [...socket.phone.bindings]);
      return FORBIDDEN;
    }
    if (!nonces.use(credentials.nonce, credentials.nc)) return ask(true);
    bans.succeeded(account, address);
    if (!socket.isOpen) return FORBIDDEN;
    return bindAll(socket, account, message);
  }

  async function isProven(account: string, address: string, credentials: Credentials): Promise<boolean> {
    const known = account !== STRANGER ? await world.accounts.find(account) : null;
    const proof = isProof(known?.ha1 ?? nobody, 'REGISTER', credentials);
    return (
      proof &&
      known !== null &&
      credentials.username === account &&
      readUri(credentials.uri)?.host === domain &&
      !bans.isBanned(account, address)
    );
  }

  const isOurs = ({ uri }: NameAddrHeader): boolean => uri.host === domain;

  function bindAll(socket: SipSocket, account: string, message: IncomingRequestMessage): Verdict {
    const contacts = (message.headers['Contact'] ?? []).map(({ parsed }) => parsed as NameAddrHeader | '*');
    const fallback = message.getHeader('expires');
    const nowMs = clock.nowMs();

    if (contacts[0] === '*') {
      if (fallback !== '0') return { status: 400 };
      for (const phone of book.phones(account)) book.unbind(phone, [...phone.bindings]);
      return listed(account);
    }
    const wanted: { binding: Binding; seconds: number }[] = [];
    for (const contact of contacts as NameAddrHeader[]) {
      const asked = contact.hasParam('expires') ? contact.getParam('expires') : fallback;
      const seconds = /^\d{1,10}$/.test(asked ?? '') ? Math.min(Number(asked), MAX_EXPIRY_SEC) : REGISTER_EXPIRY_SEC;
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
      if (seconds > 0) book.bind(phoneFor(socket, account, binding), binding);
      else for (const { phone, binding: old } of existing) if (old.uri === binding.uri) book.unbind(phone, [old]);
    }
    return listed(account);
  }

  /** The socket's phone; a phone that was known on another socket moves here with its dialogs. */
  function phoneFor(socket: SipSocket, account: string, { uri, instance }: Binding): Phone {
    const known = book.known(account, instance ? [uri, instance] : [uri]);
    if (known && known.socket === socket) return known;
    if (known && !socket.phone) {
      const old = known.socket;
      socket.phone = known;
      if (old) {
        old.phone = null;
        known.detach(clock.nowMs());
        old.wire.close(CLOSED_FOR_ANOTHER);
      }
      known.attach(socket);
      return known;
    }
    socket.phone ??= world.newPhone(account, socket);
    return socket.phone;
  }

  function listed(account: string): Verdict {
    const nowMs = clock.nowMs();
    const contacts = book
      .contacts(account)
      .map(
        ({ binding }) =>
          `Contact: <${binding.uri}>;expires=${Math.max(0, Math.round((binding.expiresAtMs - nowMs) / 1_000))}`,
      );
    return { status: 200, headers: [...contacts, `Date: ${new Date(nowMs).toUTCString()}`] };
  }

  return {
    /** Answers a REGISTER; those of one socket come one after another. */
    async answer(socket: SipSocket, message: IncomingRequestMessage, asked: Asked): Promise<void> {
      let verdict: Verdict;
      try {
        verdict = await register(socket, message);
      } catch {
        // The product cannot say who this is at the moment; that is nobody's failure.
        verdict = { status: 503, headers: ['Retry-After: 5'] };
      }
      socket.send(answerTo(asked, verdict.status, { headers: verdict.headers ?? [] }));
    },
  };
}

const CLOSED_FOR_ANOTHER = 1000;
