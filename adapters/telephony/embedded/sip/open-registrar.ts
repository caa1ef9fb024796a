import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import type { BanList } from './ban-list.ts';
import { bindContacts, type BindingWorld } from './bind-contacts.ts';
import { challenge, isProof, md5, readCredentials, type Credentials, type Nonces } from './digest.ts';
import type { PhoneSocket } from './phone.ts';
import { answerTo, type Asked } from './sip-answer.ts';
import type { SipAccounts } from './sip-edge.ts';
import { decoded, readUri } from './sip-text.ts';
import type { Suspect } from './suspicions.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';
import type { Wire } from './wire.ts';

export interface RegistrarWorld extends BindingWorld {
  domain: string;
  accounts: SipAccounts;
  bans: BanList;
  nonces: Nonces;
  wait(ms: number): Promise<void>;
  suspicious: Suspect;
}

const STRANGER = '?';
const ACCOUNT = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Signs phones in. Rules:
 * 1. Without proof 401, with a wrong one 403; an account that does not exist, is off or is banned gets the same answers at the same pace.
 * 2. A socket serves one account. A phone known by its contact or instance takes its dialogs along to the new socket.
 * 3. A phone that fails to renew is no longer registered.
 */
export function openRegistrar(world: RegistrarWorld) {
  const { domain, book, bans, nonces } = world;
  const ask = (stale: boolean): Verdict => ({ status: 401, headers: [challenge(domain, nonces.issue(), stale)] });
  /** Somebody's password for accounts that do not exist: the same work is done for them. */
  const nobody = md5(`${nonces.issue()}:${domain}:`);

  async function register(socket: PhoneSocket, message: IncomingRequestMessage): Promise<Verdict> {
    const { address, from = address } = socket.wire;
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

    if (!(await isProven(account, { address, from }, credentials))) {
      const { delayMs, bans: banned } = bans.failed(account, address);
      if (banned) world.suspicious('bruteForce', account, address, 'too many wrong passwords');
      await world.wait(delayMs);
      if (socket.phone) book.unbind(socket.phone, [...socket.phone.bindings]);
      return FORBIDDEN;
    }
    if (!nonces.use(credentials.nonce, credentials.nc)) return ask(true);
    bans.succeeded(account, address);
    if (!socket.isOpen) return FORBIDDEN;
    return bindContacts(world, socket, account, message);
  }

  async function isProven(
    account: string,
    { address, from }: Required<Pick<Wire, 'address' | 'from'>>,
    credentials: Credentials,
  ): Promise<boolean> {
    const known = account !== STRANGER ? await world.accounts.find(account, from) : null;
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

  return {
    /** Answers a REGISTER; those of one socket come one after another. */
    async answer(socket: PhoneSocket, message: IncomingRequestMessage, asked: Asked): Promise<void> {
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
