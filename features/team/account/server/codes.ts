import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { networkOf } from '#platform/server/http/network.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor, type Language } from '#shared/languages.ts';
import { CODE_FAILED, type CodePurpose } from '../contract.ts';
import { limitPhoneCodes, pushCodeFailed, type PhoneCodes } from './phone-codes.ts';
import { hashWithSalt, isSame, newCode } from './secret.ts';

/**
 * Six digits that travel to an e-mail address or phone. Rules:
 * 1. A request does the same whether or not the contact is known; the job that sends finds out, after the answer.
 * 2. The job makes the code, so that the database never holds it in clear. Sending again makes another one.
 * 3. The newest code that somebody asked for counts, for them; it is good for one use and five tries. What others ask
 *    for, or guess, leaves it alone.
 * 4. Whoever asks, told apart by network and by browser, gets one message a minute and ten a day to a contact, for each
 *    purpose. All strangers together get sixty: a mailbox is not filled from a hundred places. A browser the person
 *    signed in from is not counted with them.
 */
export type Purpose = CodePurpose | 'register';

export const RESEND_AFTER_SEC = 60;
const PER_DAY = 10;
const STRANGERS_PER_DAY = 60;
const DAY_MS = 24 * 3_600_000;
const TRIES = 5;
const LIFE_MINUTES: Record<Purpose, number> = { register: 30, resetPassword: 10, bindPhone: 10, changeEmail: 10 };
const MAIL_KEYS: Record<Purpose, string> = {
  register: 'account.mail.registrationCode',
  resetPassword: 'account.mail.resetCode',
  changeEmail: 'account.mail.changeEmailCode',
  bindPhone: '',
};
const SMS_KEYS: Partial<Record<Purpose, string>> = {
  resetPassword: 'account.sms.resetCode',
  bindPhone: 'account.sms.bindPhoneCode',
};

export const isPhone = (contact: string): boolean => contact.startsWith('+');

/** Whoever asks for a code. */
export interface Requester {
  network: string;
  /** The hash of what the browser calls itself; null when it does not say. */
  device: Buffer | null;
  /** The browser is one the person with this contact signed in from before. */
  isKnown: boolean;
  /** Whose new contact it shall be; null for who is not signed in. */
  userId: number | null;
}

export const requesterOf = ({ address }: Origin, deviceId?: string): Requester => ({
  network: networkOf(address),
  device: deviceId ? hashToken(deviceId) : null,
  isKnown: false,
  userId: null,
});

/** Asks for a code to be sent; answers the row that waits for it. Throws `tooManyRequests`. */
export async function requestCode(
  tx: Tx,
  nowMs: number,
  { contact, purpose, language, by }: { contact: string; purpose: Purpose; language: Language; by: Requester },
): Promise<number> {
  // Two requests at once must see one another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${contact}`}, 0))`.execute(tx.as());
  const { rows: sent } = await sql<{ today: number; lately: number; everybody: number }>`
    select count(*) filter (where ${isBy(by)}) today, count(*) everybody,
      count(*) filter (where ${isBy(by)} and failed_at is null and created_at > ${new Date(nowMs - RESEND_AFTER_SEC * 1_000)}) lately
    from verify_code where contact = ${contact} and purpose = ${purpose} and created_at > ${new Date(nowMs - DAY_MS)}`.execute(
    tx.as(),
  );
  const { today, lately, everybody } = sent[0]!;
  if (lately > 0 || today >= PER_DAY || (everybody >= STRANGERS_PER_DAY && !by.isKnown))
    throw new Failure('tooManyRequests');
  if (isPhone(contact)) await limitPhoneCodes(tx, nowMs, by);
  const { rows } = await sql<{ id: number }>`
    insert into verify_code (contact, purpose, language, network, device_hash, user_id, created_at, expires_at)
    values (${contact}, ${purpose}, ${language}, ${by.network}, ${by.device}, ${by.userId}, ${new Date(nowMs)}, ${new Date(nowMs + LIFE_MINUTES[purpose] * 60_000)}) returning id`.execute(
    tx.as(),
  );
  await tx.enqueue('account.sendCode', { id: rows[0]!.id });
  return rows[0]!.id;
}

/** Codes counted for somebody: the person, the known browser, or for strangers, who change it as they like, the network too. */
function isBy({ network, device, isKnown, userId }: Requester) {
  if (userId !== null) return sql`user_id = ${userId}`;
  return isKnown && device ? sql`device_hash = ${device}` : sql`(network = ${network} or device_hash = ${device})`;
}

/** Counts a try. The transaction has to commit whatever the answer is, or the try would not count. */
export async function tryCode(tx: Tx, nowMs: number, id: number, code: string): Promise<'right' | 'wrong' | 'expired'> {
  const { rows } = await sql<{ salt: Buffer | null; code_hash: Buffer | null }>`
    update verify_code set tries = tries + 1
    where id = ${id} and tries < ${TRIES} and used_at is null and expires_at > ${new Date(nowMs)} returning salt, code_hash`.execute(
    tx.as(),
  );
  if (!rows[0]) return 'expired';
  if (!isSame(rows[0].code_hash, hashWithSalt(rows[0].salt ?? '', code))) return 'wrong';
  await sql`update verify_code set used_at = ${new Date(nowMs)} where id = ${id}`.execute(tx.as());
  return 'right';
}

export function refuseUnless(outcome: 'right' | 'wrong' | 'expired'): void {
  if (outcome === 'wrong') throw new Failure('verificationCodeWrong');
  if (outcome === 'expired') throw new Failure('verificationCodeExpired');
}

/** The newest code that this browser asked for; where browsers do not say who they are, this network. */
export const newestCode = async (
  tx: Tx,
  contact: string,
  purpose: Purpose,
  { network, device, userId }: Requester,
): Promise<number | null> => {
  const asked = device ? sql`device_hash = ${device}` : sql`device_hash is null and network = ${network}`;
  const { rows } = await sql<{ id: number }>`
    select id from verify_code where contact = ${contact} and purpose = ${purpose} and user_id is not distinct from ${userId}::bigint and ${asked}
    order by id desc limit 1`.execute(tx.as());
  return rows[0]?.id ?? null;
};

interface Waiting {
  contact: string;
  purpose: Purpose;
  /** Who asked for it as a new contact of theirs, or else whose contact it is. */
  asker_id: number | null;
  holder_id: number | null;
  /** Of the account that has this contact; null when nobody has. */
  account_language: string | null;
  language: string;
}

type CodeWorld = Pick<World, 'db' | 'mail' | 'texts' | 'publicUrl' | 'clock'> & { phoneCodes: PhoneCodes };

/** Another try comes after this long. */
const AGAIN_AFTER_MS = 10_000;

export const codeJob = (world: CodeWorld): Job => ({
  task: 'account.sendCode',
  waits: true,
  async run({ id, tryNo = 0 }: { id: number; tryNo?: number }) {
    const code = newCode();
    const { db } = world;
    const waiting = await db.everyTenant('a contact belongs to no tenant', (tx) =>
      prepare(tx, world.clock.nowMs(), id, code),
    );
    if (!waiting) return;
    const outcome = await deliver(world, waiting, code, tryNo);
    if (outcome === 'sent') return;
    await db.everyTenant('a contact belongs to no tenant', async (tx) => {
      if (outcome === 'later')
        return tx.enqueue('account.sendCode', { id, tryNo: tryNo + 1 }, { afterMs: AGAIN_AFTER_MS });
      await sql`update verify_code set failed_at = ${new Date(world.clock.nowMs())}, code_hash = null where id = ${id}`.execute(
        tx.as(),
      );
    });
    // Only who asked as themselves is told: to strangers it would say that the number is known.
    if (outcome === 'failed' && waiting.asker_id !== null)
      await pushCodeFailed(world, waiting.asker_id, { kind: CODE_FAILED, body: { purpose: waiting.purpose } });
  },
});

/** Puts the code in its place if there is somebody to send it to. */
async function prepare(tx: Tx, nowMs: number, id: number, code: string): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    select c.contact, c.purpose, c.language, c.user_id asker_id,
      (select u.id from user_account u where lower(u.email) = c.contact or u.phone = c.contact limit 1) holder_id,
      (select u.language from user_account u where lower(u.email) = c.contact or u.phone = c.contact limit 1) account_language
    from verify_code c where c.id = ${id} and c.used_at is null and c.expires_at > ${new Date(nowMs)} for update of c`.execute(
    tx.as(),
  );
  const waiting = rows[0];
  if (!waiting) return null;
  if (getsCode(waiting)) {
    const salt = randomBytes(16);
    await sql`update verify_code set salt = ${salt}, code_hash = ${hashWithSalt(salt, code)} where id = ${id}`.execute(
      tx.as(),
    );
  }
  return waiting;
}

/** A known address cannot register; an unknown contact has no password to reset; any contact can be taken into use. */
function getsCode({ purpose, account_language }: Waiting): boolean {
  if (purpose === 'register') return account_language === null;
  return purpose !== 'resetPassword' || account_language !== null;
}

async function deliver(
  { mail, phoneCodes, texts, publicUrl }: CodeWorld,
  waiting: Waiting,
  code: string,
  tryNo: number,
): Promise<'sent' | 'later' | 'failed'> {
  const { contact, purpose } = waiting;
  const language = languageFor([waiting.account_language ?? waiting.language]);
  const write = (key: string, values: Record<string, string | number>): Promise<void> =>
    mail.send({
      to: contact,
      subject: texts.say(language, `${key}.subject`, values),
      text: texts.say(language, `${key}.text`, values),
    });
  if (getsCode(waiting)) {
    const values = { code, minutes: LIFE_MINUTES[purpose] };
    if (isPhone(contact))
      return phoneCodes.send(tryNo, {
        contact,
        text: texts.say(language, SMS_KEYS[purpose]!, values),
        userId: waiting.asker_id ?? waiting.holder_id,
      });
    await write(MAIL_KEYS[purpose], values);
  } else if (purpose === 'register') await write('account.mail.alreadyRegistered', { url: publicUrl });
  return 'sent';
}
