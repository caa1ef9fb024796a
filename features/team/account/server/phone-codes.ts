import { sql } from 'kysely';
import { countryOf } from '#core/call/number-country.ts';
import { SmsRefusal } from '#core/sms/sms-provider.port.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { mayText } from '../core/sms-countries.ts';

/**
 * Codes to telephones. Rules:
 * 1. They leave through the carrier of the person's team, at its cost, where it has one that goes to that country; else
 *    through the installation's, to the countries it pays for.
 * 2. What a carrier does not take is tried once more: by the other way where there is one. What may have left is not.
 * 3. So many a day leave for one network, for one person and for all together, whatever numbers they ask for.
 * 4. Neither number nor code is logged or kept.
 */
export interface PhoneCodes {
  /** Whether codes go to telephones of this country, or of any, for a team; without a team: for whoever's it may be. */
  reach(country: string | null, tenantId: number | null): Promise<boolean>;
  /** Tries to send for the first or second time: `sent` as far as anybody knows, `later` when it is worth another try. */
  send(tryNo: number, code: PhoneCode): Promise<'sent' | 'later' | 'failed'>;
}

/** For whom it is: a person, or a team; null for nobody we know. */
export interface PhoneCode {
  contact: string;
  text: string;
  userId?: number | null;
  tenantId?: number;
}

type PhoneCodesWorld = Pick<World, 'db' | 'sms' | 'smsCountries' | 'catalogue' | 'log'>;
const TRIES = 2;

export function openPhoneCodes({ db, sms, smsCountries, catalogue, log }: PhoneCodesWorld): PhoneCodes {
  const carriersFor = async (country: string | null, tenantId: number | null) => {
    const found = [];
    for (const carrier of catalogue.codeCarriers)
      if (await db.everyTenant('codes belong to people', (tx) => carrier.carries(tx, country, tenantId)))
        found.push(carrier);
    return found;
  };
  const isOurs = (country: string | null): boolean =>
    sms !== null && (smsCountries === null || (country === null ? smsCountries.size > 0 : smsCountries.has(country)));

  type Way = (sms: { to: string; text: string }) => Promise<void>;
  async function waysTo({ contact, userId = null, tenantId: team }: PhoneCode): Promise<Way[]> {
    const country = countryOf(contact.slice(1));
    const ofPerson = async () =>
      userId === null ? null : db.everyTenant('people have teams', (tx) => teamOf(tx, userId));
    const tenantId = team ?? (await ofPerson());
    const ways: Way[] = [];
    if (tenantId !== null && country !== null)
      for (const carrier of await carriersFor(country, tenantId))
        ways.push(({ to, text }) => carrier.send(tenantId, { country, to: to.slice(1), text }));
    if (sms && mayText(contact, smsCountries)) ways.push((message) => sms.send(message));
    return ways;
  }

  return {
    reach: async (country, tenantId) => isOurs(country) || (await carriersFor(country, tenantId)).length > 0,
    async send(tryNo, code) {
      const { contact, text } = code;
      const ways = await waysTo(code);
      const way = ways[Math.min(tryNo, ways.length - 1)];
      if (!way) return 'failed';
      try {
        await way({ to: contact, text });
        return 'sent';
      } catch (thrown) {
        const reason =
          thrown instanceof SmsRefusal ? thrown.reason : thrown instanceof Failure ? thrown.name : 'unexpected';
        log.warn({ reason, tryNo }, 'no carrier took a code');
        if (thrown instanceof SmsRefusal && thrown.kind === 'undecided') return 'sent';
        return tryNo + 1 < TRIES ? 'later' : 'failed';
      }
    },
  };
}

/** The team whose matter it is: the one the person was in last, or their only one. */
async function teamOf(tx: Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ tenantId: number; isLast: boolean }>`
    select m.tenant_id "tenantId", m.tenant_id is not distinct from u.last_tenant_id "isLast"
    from member m join user_account u on u.id = m.user_id where m.user_id = ${userId} and m.enabled limit 100`.execute(
    tx.as(),
  );
  return (rows.find(({ isLast }) => isLast) ?? (rows.length === 1 ? rows[0] : undefined))?.tenantId ?? null;
}

/** Tells the person at their pages that no code will come. */
export async function pushCodeFailed(
  { db }: Pick<World, 'db'>,
  userId: number,
  push: { kind: string; body: unknown },
): Promise<void> {
  const tenantId = await db.everyTenant('people have teams', (tx) => teamOf(tx, userId));
  if (tenantId !== null) await db.tenant({ tenantId }, (tx) => tx.push({ ...push, to: { userId } }));
}

const DAY_MS = 24 * 3_600_000;
const PER_NETWORK = 30;
const PER_PERSON = 10;
const ALL_TOGETHER = 2_000;

/** Rule 3. Throws `tooManyRequests`. */
export async function limitPhoneCodes(
  tx: Tx,
  nowMs: number,
  { network, userId }: { network: string; userId: number | null },
): Promise<void> {
  const since = new Date(nowMs - DAY_MS);
  const { rows } = await sql<{ network: number; person: number; everybody: number }>`
    select
      (select count(*) from verify_code where left(contact, 1) = '+' and network = ${network} and created_at > ${since}) network,
      (select count(*) from verify_code where left(contact, 1) = '+' and user_id = ${userId} and created_at > ${since}) person,
      (select count(*) from verify_code where left(contact, 1) = '+' and created_at > ${since}) everybody`.execute(
    tx.as(),
  );
  const counted = rows[0]!;
  if (counted.network >= PER_NETWORK || counted.person >= PER_PERSON || counted.everybody >= ALL_TOGETHER)
    throw new Failure('tooManyRequests');
}
