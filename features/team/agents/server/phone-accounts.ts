import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import { textOnce } from '#platform/server/db/text-once.ts';
import { isClosedDemo } from '#platform/server/demo-tenants.ts';
import { isActiveTenant } from '#platform/server/tenant-state.ts';
import { isForeignTo } from '#platform/server/sessions/allowed-networks.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';
import { isLive } from './sip-logins.ts';

/** Whoever stands behind an account that may use the exchange now. */
export interface PhoneAccountHolder {
  tenantId: number;
  userId: number;
  sipNum: string;
  name: string;
  agentType: AgentType;
  recordCalls: boolean;
  wrapUp: boolean;
  /** Null where nothing registers. */
  ha1: string | null;
  /** A SIP phone: it knows of no token, its password is all it shows. */
  isSipPhone: boolean;
  /** Is this the token the phone was given? */
  holds(ccToken: string): boolean;
}

interface AccountRow {
  tenant_id: number;
  user_id: number;
  sip_num: string;
  nick_name: string;
  agent_type: AgentType;
  record_calls: boolean;
  wrap_up: boolean;
  /** Null for somebody whose mobile rings: nothing registers for them. */
  ha1: string | null;
  cc_token_hash: Buffer | null;
  standing: boolean;
}

/** The account with a live login, or whose mobile rings; null for unknown, disabled, seatless and signed-out ones alike, and for all of a tenant that is suspended or closed. */
export async function phoneAccount(db: Db, account: string): Promise<PhoneAccountHolder | null> {
  return accountOfRow((await db.readEvery('an account alone does not tell the tenant', accountRow(account)))[0]);
}

/** The same question, to be asked along with others. */
export const accountRow = textOnce(
  (account: string) => sql<AccountRow>`
  select a.tenant_id, a.user_id, a.sip_num, m.nick_name, a.agent_type, a.record_calls, a.wrap_up, l.ha1, l.cc_token_hash, coalesce(l.standing, false) standing
  from agent a join member m on m.tenant_id = a.tenant_id and m.user_id = a.user_id and m.enabled and m.voice_seat
    join user_account u on u.id = a.user_id left join sip_login l on l.sip_num = a.sip_num and ${isLive} and a.device <> 'mobile'
  where a.sip_num = ${account} and a.enabled and ${isActiveTenant(sql`a.tenant_id`)} and (l.id is not null or a.device = 'mobile')`,
);

export const accountOfRow = (row: AccountRow | undefined): PhoneAccountHolder | null =>
  row
    ? {
        tenantId: row.tenant_id,
        userId: row.user_id,
        sipNum: row.sip_num,
        name: row.nick_name,
        agentType: row.agent_type,
        recordCalls: row.record_calls,
        wrapUp: row.wrap_up,
        ha1: row.ha1,
        isSipPhone: row.standing,
        holds: (ccToken) => row.cc_token_hash !== null && timingSafeEqual(hashToken(ccToken), row.cc_token_hash),
      }
    : null;

const ACCOUNT = /^[0-9]{3,12}$/;

/**
 * What the exchange asks about an account. Asking twice at once is one question. Phones of a demo that is over are unknown,
 * and phones outside the networks of their team. A desk phone is let in by an account for SIP phones alone: what a page was given
 * works nowhere else.
 */
export function sipAccounts(
  db: Db,
  demo = false,
): { find(account: string, from?: string, isDeskPhone?: boolean): Promise<{ ha1: string } | null> } {
  const asked = new Map<string, Promise<{ ha1: string } | null>>();
  return {
    find(account, from, isDeskPhone = false) {
      if (!ACCOUNT.test(account)) return Promise.resolve(null);
      const question = `${account} ${from} ${isDeskPhone}`;
      let answer = asked.get(question);
      if (!answer) {
        answer = phoneAccount(db, account)
          .then(async (found) =>
            found?.ha1 &&
            (found.isSipPhone || !isDeskPhone) &&
            (await db.everyTenant('of any tenant', (tx) => mayConnect(tx, found, demo, from)))
              ? { ha1: found.ha1 }
              : null,
          )
          .finally(() => asked.delete(question));
        asked.set(question, answer);
      }
      return answer;
    },
  };
}

/** Whose account it is, whether or not it is in use; null for nobody's. */
export async function tenantOfPhone(db: Db, account: string): Promise<number | null> {
  if (!ACCOUNT.test(account)) return null;
  const { rows } = await db.everyTenant('an account alone does not tell the tenant', (tx) =>
    sql<{ tenant_id: number }>`select tenant_id from agent where sip_num = ${account}`.execute(tx.as()),
  );
  return rows[0]?.tenant_id ?? null;
}

const mayConnect = async (tx: Tx, { tenantId }: PhoneAccountHolder, demo: boolean, from?: string): Promise<boolean> =>
  !(await isClosedDemo(tx, tenantId, demo)) && (from === undefined || !(await isForeignTo(tx, tenantId, from)));

/** The accounts of everybody in a tenant. */
export async function accountsOfTenant(db: Db, tenantId: number): Promise<string[]> {
  const { rows } = await db.everyTenant('phones of a tenant that stands still', (tx) =>
    sql<{ sip_num: string }>`select sip_num from agent where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  return rows.map(({ sip_num: account }) => account);
}

/** Phones that are registered at an edge outside the product. */
export async function countPhones(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from edge.location`.execute(tx.as());
  return rows[0]!.count;
}
