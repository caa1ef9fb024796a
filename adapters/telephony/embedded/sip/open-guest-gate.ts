import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { BanList } from './ban-list.ts';
import { challenge, isProof, md5, readCredentials, type Nonces } from './digest.ts';
import type { IsOurHost } from './our-hosts.ts';
import type { EdgePhone, PhoneSocket } from './phone.ts';
import type { PhoneBook } from './phone-book.ts';
import { whyNotServe } from './request-check.ts';
import { answerTo, type RequestEcho } from './sip-answer.ts';
import type { SipLimits } from './sip-constants.ts';
import type { SipGuests } from './sip-edge.ts';
import { decoded, readUri } from './sip-text.ts';
import type { Suspect } from './suspicions.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';

interface GuestGateWorld {
  domain: string;
  isOurs: IsOurHost;
  guests: SipGuests;
  book: PhoneBook;
  bans: BanList;
  nonces: Nonces;
  limits: SipLimits;
  wait(ms: number): Promise<void>;
  newPhone(guest: string, socket: PhoneSocket): EdgePhone;
  suspicious: Suspect;
}

/**
 * Lets guests in for one call. Rules:
 * 1. A guest never registers: its INVITE proves who it is, and the pass is used up by it, whatever becomes of the call.
 * 2. It calls the one address its pass names. Anything else is refused, and the pass stays.
 * 3. Without proof 401, with a wrong one 403; passes that are unknown, used or expired get the same answers at the same pace.
 */
export function openGuestGate({
  domain,
  isOurs,
  guests,
  book,
  bans,
  nonces,
  limits,
  wait,
  newPhone,
  suspicious,
}: GuestGateWorld) {
  const ask = (stale: boolean): Verdict => ({ status: 401, headers: [challenge(domain, nonces.issue(), stale)] });
  const nobody = md5(`${nonces.issue()}:${domain}:`);

  /** The phone the guest is from now on, or why there is none. */
  async function admit(socket: PhoneSocket, message: IncomingRequestMessage): Promise<EdgePhone | Verdict> {
    const { address } = socket.wire;
    const guest = decoded(message.from.uri.user!)!;
    const credentials = message
      .getHeaders('authorization')
      .map(readCredentials)
      .find((found) => found?.realm === domain);
    if (!credentials) return ask(false);
    const nonce = nonces.state(credentials.nonce);
    if (nonce !== 'fresh') return ask(nonce === 'stale');

    const pass = await guests.find(guest);
    const proof = isProof(pass?.ha1 ?? nobody, 'INVITE', credentials);
    if (
      !proof ||
      !pass ||
      credentials.username !== guest ||
      readUri(credentials.uri)?.host !== domain ||
      bans.isBanned(guest, address)
    ) {
      const { delayMs, bans: banned } = bans.failed(guest, address);
      if (banned) suspicious('bruteForce', null, address, 'too many wrong passes');
      await wait(delayMs);
      return FORBIDDEN;
    }
    if (!nonces.use(credentials.nonce, credentials.nc)) return ask(true);
    if (decoded(message.ruri!.user ?? '') !== pass.to) {
      suspicious('guestElsewhere', null, address, 'a guest called somebody else');
      return FORBIDDEN;
    }
    const phone = newPhone(guest, socket);
    const refusal =
      whyNotServe(message, phone, isOurs, limits) ??
      (socket.isOpen && (await guests.spend(guest)) && socket.isOpen ? null : FORBIDDEN);
    if (!refusal) return phone;
    phone.dispose();
    return { status: refusal.status, headers: [...(refusal.headers ?? [])] };
  }

  return {
    /** Answers the first INVITE of a socket nobody signed in on; those of one socket come one after another. */
    async answer(socket: PhoneSocket, message: IncomingRequestMessage, asked: RequestEcho): Promise<void> {
      const answer = ({ status, headers = [] }: Verdict): void => socket.send(answerTo(asked, status, { headers }));
      // Somebody signed in while this one waited for its turn.
      if (socket.phone) return answer(FORBIDDEN);
      // The product cannot say who this is at the moment; that is nobody's failure.
      const admitted = await admit(socket, message).catch((): Verdict => ({
        status: 503,
        headers: ['Retry-After: 5'],
      }));
      if ('status' in admitted) return answer(admitted);
      socket.phone = admitted;
      book.add(admitted);
      admitted.request(message);
      admitted.isSpent = true;
    },
  };
}
