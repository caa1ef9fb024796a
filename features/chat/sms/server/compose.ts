import { sql } from 'kysely';
import { readDialled } from '#core/call/dialled-number.ts';
import { countryOf } from '#core/call/number-country.ts';
import { wallTime } from '#core/calendar/day-range.ts';
import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { SmsValues } from '../core/template.ts';
import { isPhoneWord, type PhoneWords } from '#features/team/agents/server/index.ts';
import { customersByNumber, customerRows } from '#features/customers/customers/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Contributions } from '#platform/server/contributions.ts';
import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';

export interface TargetWish {
  callId: string;
  countryCode: string;
  number: string;
}

/** Somebody a message can go to. */
export interface SmsRecipient {
  number: string;
  iso2: string;
  customerId: number | null;
  doNotText: boolean;
  values: SmsValues;
}

interface CallFacts {
  number: string;
  groupName: string;
  ourNumber: string;
  startedMs: number;
}

/** A call of theirs; nobody writes about a call they were not in. */
async function callOf(tx: TenantTx, callId: string, userId: number): Promise<CallFacts> {
  const { rows } = await sql<CallFacts>`
    select r.customer_number number, coalesce(g.name, '') "groupName", r.our_number "ourNumber", ${msOfColumn('r.started_at')} "startedMs"
    from call_record r left join ${groupRows} g on g.id = r.group_id
    where r.call_id = ${callId} and r.direction <> 'internal' and (r.user_id = ${userId} or exists (select 1 from call_agent a where a.record_id = r.id and a.user_id = ${userId}))`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('notFound');
  return rows[0];
}

/** Digits with the country's code of what was typed, of a word, or of the call. */
async function numberOf(
  wish: TargetWish,
  call: CallFacts | null,
  { tenantId }: Pick<Caller, 'tenantId'>,
  words: PhoneWords,
): Promise<string> {
  const { number, countryCode } = wish;
  if (number === '' && call) return call.number.replace(/\D/g, '');
  if (isPhoneWord(number)) {
    const meant = await words.numberOf(tenantId, number);
    if (meant === null) throw new Failure('wrongNumber');
    return meant.replace(/\D/g, '');
  }
  const read = readDialled(number, countryCode);
  if (read.is !== 'number') throw new Failure('wrongNumber');
  return read.number;
}

/**
 * Whoever sees stars names a number by its call, or by the word that stands for it: whether one they typed is refused, and why, would
 * tell that a guess was right.
 */
export function assertNotTyped(number: string, { needsMasking }: Pick<Caller, 'needsMasking'>): void {
  if (needsMasking && number !== '' && !isPhoneWord(number)) throw new Failure('numbersHidden');
}

/**
 * Who a message goes to and what its template may say of them. Of a number that is not of a customer of theirs nobody
 * learns whose it is.
 */
export async function readTarget(
  tx: TenantTx,
  wish: TargetWish,
  caller: Caller,
  { words, catalogue }: { words: PhoneWords; catalogue: Pick<Contributions, 'customerReach'> },
): Promise<SmsRecipient> {
  assertNotTyped(wish.number, caller);
  const call = wish.callId === '' ? null : await callOf(tx, wish.callId, caller.userId);
  const number = await numberOf(wish, call, caller, words);
  const iso2 = countryOf(number);
  if (iso2 === null || number.length > 15) throw new Failure('wrongNumber');
  const customer = (await customersByNumber(tx, [number])).get(number);
  const isOfCall = call !== null && call.number.replace(/\D/g, '') === number;
  const isTheirs =
    customer !== undefined &&
    (isOfCall || (await reachedCustomers(catalogue, tx, caller, [customer.id])).has(customer.id));
  const about =
    customer && isTheirs
      ? await sql<{
          firstName: string;
          company: string;
        }>`select first_name "firstName", company from ${customerRows} c where id = ${customer.id}`.execute(tx.as())
      : null;
  const { rows: tenants } = await sql<{
    name: string;
    zone: string;
  }>`select coalesce(nullif(company, ''), name) name, default_zone zone from tenant`.execute(tx.as());
  const known = about?.rows[0];
  const fullName = known ? customer!.fullName : '';
  return {
    number,
    iso2,
    customerId: customer?.id ?? null,
    doNotText: customer?.doNotText ?? false,
    values: {
      customerName: fullName,
      firstName: known?.firstName || (fullName.includes(' ') ? fullName.slice(0, fullName.indexOf(' ')) : fullName),
      customerCompany: known?.company ?? '',
      agentName: caller.name,
      companyName: tenants[0]!.name,
      ...(call
        ? {
            groupName: call.groupName,
            ourNumber: call.ourNumber,
            callDate: wallTime(call.startedMs, caller.timeZone ?? tenants[0]!.zone).slice(0, 10),
          }
        : {}),
    },
  };
}

/** The same as people read it who may not know names. */
export const maskedValues = (values: SmsValues): SmsValues => ({
  ...values,
  customerName: maskName(values.customerName ?? ''),
  firstName: maskName(values.firstName ?? ''),
  customerCompany: maskName(values.customerCompany ?? ''),
});

/** A number as this reader may see it, and what stands for it. */
export async function shownNumber(
  number: string,
  { tenantId, needsMasking }: Pick<Caller, 'tenantId' | 'needsMasking'>,
  words: PhoneWords,
): Promise<{ number: string; displayNumber: string; hasEncrypt: boolean }> {
  return needsMasking
    ? { number: await words.wordFor(tenantId, number), displayNumber: maskPhone(number), hasEncrypt: true }
    : { number, displayNumber: number, hasEncrypt: false };
}
