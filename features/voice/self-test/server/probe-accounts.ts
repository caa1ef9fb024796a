import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';

/** `test-<tenant>-<person>-<second it ends>-<chance>`: no phone's account is one. */
const ACCOUNT = /^test-([1-9]\d{0,15})-([1-9]\d{0,15})-([1-9]\d{0,11})-[0-9a-f]{12}$/;
const VALID_SEC = 600;
const CLOCKS_DIFFER_SEC = 60;
const PURPOSE = 'test-phone';
const TOKEN_PURPOSE = 'test-phone-token';

export const isProbeAccount = (account: string): boolean => account.startsWith('test-');

/** For whom an account was made, by its name; null for what is none. */
export function probeAccountOwner(account: string): { tenantId: number; userId: number } | null {
  const [, tenantId, userId] = ACCOUNT.exec(account) ?? [];
  return tenantId && userId ? { tenantId: Number(tenantId), userId: Number(userId) } : null;
}

/**
 * Accounts of phones that test lines. Their passwords follow from the tenant's secret, so that any process knows them; they run out by
 * themselves. The product finds no agent behind them: such a phone reaches the exchange's own numbers and nobody else.
 */
export function openProbeAccounts({ db, clock }: { db: Db; clock: Clock }) {
  const secrets = openTenantSecrets(db);
  async function passwordOf(tenantId: number, account: string): Promise<string> {
    return createHmac('sha256', await secrets.derive(tenantId, PURPOSE))
      .update(account)
      .digest('base64url');
  }
  async function tokenOf(tenantId: number, account: string): Promise<Buffer> {
    return createHmac('sha256', await secrets.derive(tenantId, TOKEN_PURPOSE))
      .update(account)
      .digest();
  }
  const ha1Of = (account: string, domain: string, password: string): string =>
    createHash('md5').update(`${account}:${domain}:${password}`).digest('hex');

  return {
    async make(
      { tenantId, userId }: { tenantId: number; userId: number },
      domain: string,
    ): Promise<{ number: string; ha1: string; domain: string }> {
      const endsSec = Math.floor(clock.nowMs() / 1_000) + VALID_SEC;
      const number = `test-${tenantId}-${userId}-${endsSec}-${randomBytes(6).toString('hex')}`;
      const ha1 = ha1Of(number, domain, await passwordOf(tenantId, number));
      await keepForEdge(db, { tenantId, userId, number, ha1, endsSec });
      return { number, domain, ha1 };
    },

    /** Shows that somebody was given this account, without its password. */
    token: async (tenantId: number, account: string): Promise<string> =>
      (await tokenOf(tenantId, account)).toString('base64url'),

    /** Whether the account was made for this person and the token is its own. */
    async holds(
      account: string,
      token: string,
      { tenantId, userId }: { tenantId: number; userId: number },
    ): Promise<boolean> {
      const owner = probeAccountOwner(account);
      if (owner?.tenantId !== tenantId || owner.userId !== userId) return false;
      const given = Buffer.from(token, 'base64url');
      const right = await tokenOf(tenantId, account);
      return given.length === right.length && timingSafeEqual(given, right);
    },

    /** For the exchange: null for accounts nobody was given, and for those that ran out. */
    async find(account: string, domain: string): Promise<{ ha1: string } | null> {
      const [, tenantId, userId, endsSec] = ACCOUNT.exec(account) ?? [];
      const leftSec = Number(endsSec) - clock.nowMs() / 1_000;
      if (
        !tenantId ||
        leftSec < 0 ||
        leftSec > VALID_SEC + CLOCKS_DIFFER_SEC ||
        !(await isThere(db, Number(tenantId), Number(userId)))
      )
        return null;
      return { ha1: ha1Of(account, domain, await passwordOf(Number(tenantId), account)) };
    },
  };
}

/** An exchange of this process reckons what it needs (`find`); an edge outside of it reads. Those that ran out go. */
async function keepForEdge(
  db: Db,
  account: { tenantId: number; userId: number; number: string; ha1: string; endsSec: number },
): Promise<void> {
  const { tenantId, userId, number, ha1, endsSec } = account;
  await db.tenant({ tenantId }, async (tx) => {
    await sql`delete from probe_account where ends_at < now()`.execute(tx.as());
    await sql`insert into probe_account (account, tenant_id, user_id, ha1, ends_at)
      values (${number}, ${tenantId}, ${userId}, ${ha1}, to_timestamp(${endsSec}))`.execute(tx.as());
  });
}

/** Whoever made it still belongs to the team: with a phone, or as a designer who talks to a flow. */
async function isThere(db: Db, tenantId: number, userId: number): Promise<boolean> {
  const { rows } = await db.everyTenant('an account is looked up before anybody is signed in', (tx) =>
    sql`select 1 from member where tenant_id = ${tenantId} and user_id = ${userId} and enabled`.execute(tx.as()),
  );
  return rows.length > 0;
}
