import { sql } from 'kysely';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { networkOf } from '#platform/server/http/network.ts';
import { Failure } from '#shared/errors.ts';

/**
 * Slows guessing down. Rules:
 * 1. Failures are counted per account and per address, for 15 minutes from the first one. Successes count nowhere.
 * 2. Three failures on an account, or thirty from an address: a solved captcha is asked for.
 * 3. Ten failures lock an account for 15 minutes. An address that no account has is counted and locked alike.
 * 4. Three hundred failures from one address: it has to wait. Below that a whole office may sit behind one address.
 * 5. Whoever comes is asked before the password is compared and again after it, with the failures of others who
 *    were compared meanwhile: many guesses at once win nothing, and many right passwords at once lose nothing.
 */
export interface Guard {
  /** Throws `accountLocked` or `tooManyRequests`; answers whether a captcha is needed. */
  look(tx: Tx, who: Guarded): Promise<{ needsCaptcha: boolean }>;
  failed(tx: Tx, who: Guarded): Promise<void>;
  /** Forgets the failures of the account; those of the address stay. */
  passed(tx: Tx, who: Pick<Guarded, 'account'>): Promise<void>;
}

/** `account` is an e-mail address or another name of what is guarded. */
export interface Guarded {
  account: string;
  address?: string;
}

const WINDOW_MS = 15 * 60_000;
const ACCOUNT = { captchaAfter: 3, stopAfter: 10 };
const ADDRESS = { captchaAfter: 30, stopAfter: 300 };

export function openGuard(clock: Clock): Guard {
  const accountKey = ({ account }: Pick<Guarded, 'account'>): string =>
    `account:${hashToken(account.toLowerCase()).toString('base64url')}`;
  const addressKey = (address: string): string => `address:${networkOf(address)}`;
  const keysOf = (who: Guarded): string[] => [accountKey(who), ...(who.address ? [addressKey(who.address)] : [])];

  async function count(tx: Tx, key: string, stopAfter: number): Promise<void> {
    const now = new Date(clock.nowMs());
    const oldest = new Date(clock.nowMs() - WINDOW_MS);
    const lockedUntil = new Date(clock.nowMs() + WINDOW_MS);
    await sql`
      insert into sign_in_guard as g (key, failures, since) values (${key}, 1, ${now})
      on conflict (key) do update set
        failures = case when g.since <= ${oldest} or g.locked_until <= ${now} then 1 else g.failures + 1 end,
        since = case when g.since <= ${oldest} or g.locked_until <= ${now} then ${now} else g.since end,
        locked_until = case
          when g.locked_until > ${now} then g.locked_until
          when g.since > ${oldest} and g.locked_until is null and g.failures + 1 >= ${stopAfter} then ${lockedUntil}::timestamptz
        end`.execute(tx.as());
  }

  return {
    async look(tx, who) {
      const now = new Date(clock.nowMs());
      const { rows } = await sql<{ key: string; failures: number; locked: boolean }>`
        select key, failures, coalesce(locked_until > ${now}, false) locked from sign_in_guard
        where key = any(${keysOf(who)}) and (locked_until > ${now} or (locked_until is null and since > ${new Date(clock.nowMs() - WINDOW_MS)}))`.execute(
        tx.as(),
      );
      const account = rows.find((row) => row.key.startsWith('account:'));
      const address = rows.find((row) => row.key.startsWith('address:'));
      if (account?.locked) throw new Failure('accountLocked');
      if (address?.locked) throw new Failure('tooManyRequests');
      return {
        needsCaptcha:
          (account?.failures ?? 0) >= ACCOUNT.captchaAfter || (address?.failures ?? 0) >= ADDRESS.captchaAfter,
      };
    },
    async failed(tx, who) {
      await count(tx, accountKey(who), ACCOUNT.stopAfter);
      if (who.address) await count(tx, addressKey(who.address), ADDRESS.stopAfter);
    },
    async passed(tx, who) {
      await sql`delete from sign_in_guard where key = ${accountKey(who)}`.execute(tx.as());
    },
  };
}
