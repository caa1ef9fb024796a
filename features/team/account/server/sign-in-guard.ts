import { sql } from 'kysely';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { networkOf } from '#platform/server/http/network.ts';
import { Failure } from '#shared/errors.ts';

/**
 * Slows guessing down. Rules:
 * 1. Failures of strangers are counted per account and per network, for 15 minutes from the first one. Successes count nowhere.
 * 2. Three failures on an account, or thirty from a network: a solved captcha is asked for.
 * 3. Ten failures lock an account for 15 minutes. An address that no account has is counted and locked alike.
 * 4. Three hundred failures from one network: it has to wait. Below that a whole office may sit behind one address.
 * 5. A browser the person signed in from before is no stranger: its own failures alone count for it, by rules 2 and 3.
 *    Neither an account that strangers locked nor a network full of them shuts it out, and what it fails at locks nobody else.
 * 6. Whoever comes is asked before the password is compared and again after it, with the failures of others who
 *    were compared meanwhile: many guesses at once win nothing, and many right passwords at once lose nothing.
 */
export interface Guard {
  /** Throws `accountLocked` or `tooManyRequests`; answers whether a captcha is needed. */
  look(tx: Tx, who: Guarded): Promise<{ needsCaptcha: boolean }>;
  /** Answers whether this one locked the account. */
  failed(tx: Tx, who: Guarded): Promise<{ locksNow: boolean }>;
  /** Forgets the failures of the account, or of the known browser; those of the network stay. */
  passed(tx: Tx, who: Pick<Guarded, 'account' | 'device'>): Promise<void>;
}

/** `account` is an e-mail address or another name of what is guarded. */
export interface Guarded {
  account: string;
  address?: string;
  /** The mark of a browser known for this account; null for strangers. */
  device?: Buffer | null;
}

const WINDOW_MS = 15 * 60_000;
const ACCOUNT = { captchaAfter: 3, stopAfter: 10 };
const NETWORK = { captchaAfter: 30, stopAfter: 300 };

export function openGuard(clock: Clock): Guard {
  const hashed = (text: string): string => hashToken(text.toLowerCase()).toString('base64url');
  /** What is locked by failures: the account, or for a known browser that browser at the account. */
  const accountKey = ({ account, device }: Pick<Guarded, 'account' | 'device'>): string =>
    device ? `device:${hashed(account)}:${device.toString('base64url')}` : `account:${hashed(account)}`;
  const networkKey = ({ address, device }: Guarded): string | null =>
    address && !device ? `address:${networkOf(address)}` : null;

  async function count(tx: Tx, key: string, stopAfter: number): Promise<boolean> {
    const now = new Date(clock.nowMs());
    const oldest = new Date(clock.nowMs() - WINDOW_MS);
    const lockedUntil = new Date(clock.nowMs() + WINDOW_MS);
    const { rows } = await sql<{ locks_now: boolean }>`
      insert into sign_in_guard as g (key, failures, since) values (${key}, 1, ${now})
      on conflict (key) do update set
        failures = case when g.since <= ${oldest} or g.locked_until <= ${now} then 1 else g.failures + 1 end,
        since = case when g.since <= ${oldest} or g.locked_until <= ${now} then ${now} else g.since end,
        locked_until = case
          when g.locked_until > ${now} then g.locked_until
          when g.since > ${oldest} and g.locked_until is null and g.failures + 1 >= ${stopAfter} then ${lockedUntil}::timestamptz
        end
      returning failures = ${stopAfter} and locked_until is not null locks_now`.execute(tx.as());
    return rows[0]!.locks_now;
  }

  return {
    async look(tx, who) {
      const now = new Date(clock.nowMs());
      const [accountIs, networkIs] = [accountKey(who), networkKey(who)];
      const { rows } = await sql<{ key: string; failures: number; locked: boolean }>`
        select key, failures, coalesce(locked_until > ${now}, false) locked from sign_in_guard
        where key = any(${networkIs ? [accountIs, networkIs] : [accountIs]}) and (locked_until > ${now} or (locked_until is null and since > ${new Date(clock.nowMs() - WINDOW_MS)}))`.execute(
        tx.as(),
      );
      const account = rows.find((row) => row.key === accountIs);
      const network = rows.find((row) => row.key === networkIs);
      if (account?.locked) throw new Failure('accountLocked');
      if (network?.locked) throw new Failure('tooManyRequests');
      return {
        needsCaptcha:
          (account?.failures ?? 0) >= ACCOUNT.captchaAfter || (network?.failures ?? 0) >= NETWORK.captchaAfter,
      };
    },
    async failed(tx, who) {
      const locksNow = await count(tx, accountKey(who), ACCOUNT.stopAfter);
      const network = networkKey(who);
      if (network) await count(tx, network, NETWORK.stopAfter);
      return { locksNow };
    },
    async passed(tx, who) {
      await sql`delete from sign_in_guard where key = ${accountKey(who)}`.execute(tx.as());
    },
  };
}
