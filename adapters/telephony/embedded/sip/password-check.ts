import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { BanList } from './ban-list.ts';
import { challenge, isProof, md5, readCredentials, type Nonces } from './digest.ts';
import type { IsOurHost } from './our-hosts.ts';
import type { SipAccounts } from './sip-edge.ts';
import { readUri } from './sip-text.ts';
import type { Suspect } from './suspicions.ts';
import { FORBIDDEN, type Verdict } from './verdict.ts';
import type { Wire } from './wire.ts';

export interface PasswordCheckWorld {
  domain: string;
  isOurs: IsOurHost;
  accounts: SipAccounts;
  bans: BanList;
  nonces: Nonces;
  wait(ms: number): Promise<void>;
  suspicious: Suspect;
}

/** A name no account has: whoever is not even named so. */
export const STRANGER = '?';

/**
 * Whether a request shows its account's password; answers why not. Without proof 401, with a wrong one 403; an account that does not
 * exist, is off or is banned gets the same answers at the same pace.
 */
export type PasswordCheck = (account: string, wire: Wire, message: IncomingRequestMessage) => Promise<Verdict | null>;

export function openPasswordCheck(world: PasswordCheckWorld): PasswordCheck {
  const { domain, bans, nonces } = world;
  /** Somebody's password for accounts that do not exist: the same work is done for them. */
  const nobody = md5(`${nonces.issue()}:${domain}:`);

  return async (account, wire, message) => {
    const { address, from = address, way } = wire;
    // Who writes another's address into a datagram never sees what it would have to repeat.
    const to = way ? from : '';
    const ask = (stale: boolean): Verdict => ({ status: 401, headers: [challenge(domain, nonces.issue(to), stale)] });
    const credentials = message
      .getHeaders('authorization')
      .map(readCredentials)
      .find((found) => found?.realm === domain);
    if (!credentials) return ask(false);
    const nonce = nonces.state(credentials.nonce, to);
    // A phone that remembers a nonce of before our restart would take a plain refusal for a wrong password.
    if (nonce !== 'fresh') return ask(nonce === 'stale' || way !== undefined);

    const known = account !== STRANGER ? await world.accounts.find(account, from, way !== undefined) : null;
    const proof = isProof(known?.ha1 ?? nobody, message.method, credentials);
    const host = readUri(credentials.uri)?.host;
    if (
      !proof ||
      known === null ||
      credentials.username !== account ||
      host === undefined ||
      !world.isOurs(host) ||
      bans.isBanned(account, address)
    ) {
      const { delayMs, bans: banned } = bans.failed(account, address);
      if (banned) world.suspicious('bruteForce', account, address, 'too many wrong passwords');
      await world.wait(delayMs);
      return FORBIDDEN;
    }
    if (!nonces.use(credentials.nonce, credentials.nc)) return ask(true);
    bans.succeeded(account, address);
    return null;
  };
}
