import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { TenantSecrets } from './tenant-secrets.ts';

/**
 * Who may register at the exchange. Rules:
 * 1. One phone at a time: an account has at most one login, which belongs to one device.
 * 2. The same device of the same sign-in gets the same password again: a second tab or a reload disturbs no phone.
 * 3. A new sign-in on the same device gets another password, and the phone of the old one ends: whoever knows the name of
 *    a device does not share its phone.
 * 4. Another device is refused while the phone is registered, unless it takes over; then the phone elsewhere ends.
 * 5. A login ends with its session; a conversation that goes on is not hung up, and the phone ends with it. One that came without a session (HTTP Basic) lives a day, and not beyond a new
 *    password or the removal of its device.
 * 6. A SIP phone has a standing login: it belongs to no session and no device of the list, and ends when it is renewed or
 *    the agent gets another kind of device. While it stands the page has no phone.
 * 7. The database keeps what digest authentication needs and the hash of the token, never the password.
 */
export interface SipLogin {
  tenantId: number;
  userId: number;
  sipNum: string;
  deviceId: string;
  /** Null for a phone that signed in by itself. */
  sessionId: number | null;
}

export interface SipCredentials {
  password: string;
  ha1: string;
  ccToken: string;
  /** The phone was on another device until now. */
  tookOver: boolean;
}

const WITHOUT_SESSION_SEC = 86_400;
const SEED_BYTES = 16;
const STANDING_DEVICE = 'sip-phone';

/** SQL on `sip_login l join user_account u`: whether the login still opens the exchange (rules 5 and 6). */
export const isLive = sql<boolean>`(l.ended_at is null and (l.expires_at is null or l.expires_at > now()) and case
  when l.standing then true
  when l.session_id is null then l.issued_at >= u.password_changed_at
    and exists (select 1 from agent_device d where d.tenant_id = l.tenant_id and d.user_id = l.user_id and d.device_id = l.device_id)
  else exists (select 1 from session s where s.id = l.session_id and s.ended_at is null and s.expires_at > now()) end)`;

interface LoginRow {
  id: number;
  session_id: number | null;
  device_id: string;
  seed: Buffer;
  live: boolean;
}

/** Lets a phone in; throws `phoneInUseElsewhere` by rule 4. */
export async function signPhoneIn(
  { db, telephony, exchange }: Pick<World, 'db' | 'telephony' | 'exchange'>,
  secrets: TenantSecrets,
  phone: SipLogin,
  takeOver: boolean,
): Promise<SipCredentials> {
  const from = await wordsFrom(secrets, phone.tenantId);
  const { sipNum } = phone;

  const { seed, tookOver, replaces } = await db.everyTenant('sessions belong to people', async (tx) => {
    await sql`select 1 from agent where sip_num = ${sipNum} for update`.execute(tx.as());
    const before = await loginOf(tx, sipNum);
    const isRegistered = telephony.isRegistered(sipNum);
    const isElsewhere = before !== null && before.live && before.device_id !== phone.deviceId && isRegistered;
    if (isElsewhere && !takeOver) throw new Failure('phoneInUseElsewhere');
    if (before?.live && before.device_id === phone.deviceId && before.session_id === phone.sessionId)
      return { seed: before.seed, tookOver: false, replaces: false };
    if (before) await sql`update sip_login set ended_at = now() where id = ${before.id}`.execute(tx.as());
    const fresh = randomBytes(SEED_BYTES);
    await addLogin(tx, phone, fresh, {
      ha1: ha1Of(sipNum, exchange.domain, from(fresh, 'password')),
      ccTokenHash: hashToken(from(fresh, 'token')),
    });
    return { seed: fresh, tookOver: isElsewhere, replaces: before !== null && isRegistered };
  });
  // A conversation goes on at the new phone.
  if (replaces) await telephony.cutOff(sipNum);
  const password = from(seed, 'password');
  return { password, ha1: ha1Of(sipNum, exchange.domain, password), ccToken: from(seed, 'token'), tookOver };
}

/** What follows from the seed of a login: its password and its token. */
async function wordsFrom(
  secrets: TenantSecrets,
  tenantId: number,
): Promise<(seed: Buffer, what: 'password' | 'token') => string> {
  const key = await secrets.derive(tenantId, 'sip');
  return (seed, what) => createHmac('sha256', key).update(what).update(seed).digest('base64url').slice(0, 32);
}

/** A login for a SIP phone in place of whatever there was (rule 6). Asked for before a transaction: the key may have to be read. */
export async function openStandingLogins(
  { exchange }: Pick<World, 'exchange'>,
  secrets: TenantSecrets,
  tenantId: number,
) {
  const from = await wordsFrom(secrets, tenantId);
  return async (tx: TenantTx, { userId, sipNum }: { userId: number; sipNum: string }): Promise<string> => {
    await endLoginOf(tx, userId);
    const seed = randomBytes(SEED_BYTES);
    const password = from(seed, 'password');
    const phone = { tenantId, userId, sipNum, deviceId: STANDING_DEVICE, sessionId: null };
    const words = { ha1: ha1Of(sipNum, exchange.domain, password), ccTokenHash: hashToken(from(seed, 'token')) };
    await addLogin(tx, phone, seed, words, { standing: true });
    return password;
  };
}

async function loginOf(tx: Tx, sipNum: string): Promise<LoginRow | null> {
  const { rows } = await sql<LoginRow>`
    select l.id, l.session_id, l.device_id, l.seed, ${isLive} live from sip_login l join user_account u on u.id = l.user_id
    where l.sip_num = ${sipNum} and l.ended_at is null`.execute(tx.as());
  return rows[0] ?? null;
}

async function addLogin(
  tx: Tx,
  { tenantId, userId, sipNum, sessionId, deviceId }: SipLogin,
  seed: Buffer,
  { ha1, ccTokenHash }: { ha1: string; ccTokenHash: Buffer },
  { standing = false } = {},
): Promise<void> {
  const lifeSec = sessionId === null && !standing ? WITHOUT_SESSION_SEC : null;
  await sql`
    insert into sip_login (tenant_id, user_id, sip_num, session_id, device_id, seed, ha1, cc_token_hash, issued_at, expires_at, standing)
    values (${tenantId}, ${userId}, ${sipNum}, ${sessionId}, ${deviceId}, ${seed}, ${ha1}, ${ccTokenHash}, clock_timestamp(), now() + ${lifeSec}::int * interval '1 s', ${standing})`.execute(
    tx.as(),
  );
}

const ha1Of = (account: string, realm: string, password: string): string =>
  createHash('md5').update(`${account}:${realm}:${password}`).digest('hex');

/** Ends what lets an agent's phone register. */
export async function endLoginOf(tx: TenantTx, userId: number): Promise<void> {
  await sql`update sip_login set ended_at = now() where user_id = ${userId} and ended_at is null`.execute(tx.as());
}

/** Says, within the database, which account nobody may register with any more: its phone may be at another process. */
export const PHONES_RETIRED = 'phones_retired';

/** Ends the logins of a session that is over; answers whose phones those were. Every process hears of the end, one of them is the first. */
export async function endLoginsOf({ db }: Pick<World, 'db'>, sessionId: number): Promise<string[]> {
  const { rows } = await db.everyTenant('sessions belong to people', (tx) =>
    sql<{
      sip_num: string;
    }>`
      with ended as (update sip_login set ended_at = now() where session_id = ${sessionId} and ended_at is null returning sip_num)
      select sip_num, pg_notify(${PHONES_RETIRED}, sip_num) from ended`.execute(tx.as()),
  );
  return rows.map(({ sip_num }) => sip_num);
}
