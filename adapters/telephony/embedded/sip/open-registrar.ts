import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import { bindContacts, type BindingWorld } from './bind-contacts.ts';
import type { IsOurHost } from './our-hosts.ts';
import { STRANGER, type PasswordCheck } from './password-check.ts';
import type { PhoneSocket } from './phone.ts';
import { answerTo, type RequestEcho } from './sip-answer.ts';
import { decoded } from './sip-text.ts';
import type { Suspect } from './suspicions.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';

export interface RegistrarWorld extends BindingWorld {
  isOurs: IsOurHost;
  whyNotProven: PasswordCheck;
  suspicious: Suspect;
}

const ACCOUNT = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Signs phones in. Rules:
 * 1. Who shows no password, or a wrong one, is told as little as possible (`password-check.ts`).
 * 2. A socket serves one account. A phone known by its contact or instance takes its dialogs along to the new socket.
 * 3. A phone that fails to renew is no longer registered.
 */
export function openRegistrar(world: RegistrarWorld) {
  const { book } = world;

  async function register(socket: PhoneSocket, message: IncomingRequestMessage): Promise<Verdict> {
    const named = decoded(message.to.uri.user ?? '') ?? '';
    // Names no account can have are all one stranger, and short to remember.
    const account = ACCOUNT.test(named) ? named : STRANGER;
    if (!isOurs(message.to) || !isOurs(message.from) || !world.isOurs(message.ruri!.host)) return FORBIDDEN;
    if (message.from.uri.user !== message.to.uri.user || (socket.phone && socket.phone.account !== account)) {
      world.suspicious('forgedIdentity', account, socket.wire.address, 'registers another account');
      return FORBIDDEN;
    }
    const refusal = await world.whyNotProven(account, socket.wire, message);
    if (refusal) {
      if (refusal === FORBIDDEN && socket.phone) book.unbind(socket.phone, [...socket.phone.bindings]);
      return refusal;
    }
    if (!socket.isOpen) return FORBIDDEN;
    return bindContacts(world, socket, account, message);
  }

  const isOurs = ({ uri }: NameAddrHeader): boolean => world.isOurs(uri.host);

  return {
    /** Answers a REGISTER; those of one socket come one after another. */
    async answer(socket: PhoneSocket, message: IncomingRequestMessage, asked: RequestEcho): Promise<void> {
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
