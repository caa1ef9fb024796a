import { accountOf, moneyOf } from '#features/money/ledger/server/index.ts';
import { e4OfMinor, minorDigits } from '#core/money/money.ts';
import { isListed } from '#features/voice/blacklist/server/index.ts';
import { countryOf } from '#core/call/number-country.ts';
import { costOf } from '../core/price.ts';
import { sizeOf } from '#core/sms/segments.ts';
import { fillTemplate } from '../core/template.ts';
import { customersByNumber } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { sql } from 'kysely';
import { accountsRepo } from './accounts.repo.ts';
import { maskedValues, type SmsRecipient } from './compose.ts';
import { messagesRepo } from './messages.repo.ts';
import { orderSend } from './send-job.ts';
import { pushSms } from './sms-events.ts';
import { partPriceE4 } from './sms-price.ts';

export interface SmsToSend {
  target: Pick<SmsRecipient, 'number' | 'iso2' | 'customerId' | 'doNotText'>;
  text: string;
  maskedText: string;
  templateId: number | null;
  templateName: string;
  userId: number | null;
  callId: string;
}

/** Whoever is kept out, or wants nothing, gets nothing, whatever else holds. */
async function priceFor(tx: TenantTx, { number, iso2, doNotText }: SmsToSend['target']): Promise<number> {
  const priceE4 = await partPriceE4(tx, { iso2, number });
  if (priceE4 === 'closed') throw new Failure('smsCountryClosed');
  if (await isListed(tx, number, 'sms')) throw new Failure('smsNumberListed');
  if (doNotText || (await messagesRepo(tx).hasOptedOut(number))) throw new Failure('smsOptedOut');
  if (priceE4 === 'noPrice') throw new Failure('smsNoPrice');
  return priceE4;
}

/** Pays for a message and orders it to be sent; answers its id and how many parts it has. */
export async function sendOne(
  tx: TenantTx,
  { target, text, maskedText, templateId, templateName, userId, callId }: SmsToSend,
): Promise<{ id: number; segments: number }> {
  const priceE4 = await priceFor(tx, target);
  const account = await accountsRepo(tx).account();
  if (!account) throw new Failure('smsNoProvider');
  const { segments } = sizeOf(text);
  const currency = (await accountOf(tx))?.currency ?? '';
  const costMinor = currency === '' ? 0 : costOf({ segments, priceE4, minorDigits: minorDigits(currency) });
  const { number, iso2, customerId } = target;
  const id = await messagesRepo(tx).add({
    number,
    iso2,
    customerId,
    userId,
    templateId,
    templateName,
    content: text,
    maskedContent: maskedText,
    segments,
    costMinor,
    currency,
    provider: account.kind,
    callId,
  });
  if (costMinor > 0) {
    const amountE4 = e4OfMinor(costMinor, currency);
    const detail = { country: iso2, parts: segments, priceE4 };
    const paid = await moneyOf(tx).post({ kind: 'sms', amountE4, ref: String(id), detail, covered: true });
    if (paid === 'short') throw new Failure('smsNoBalance');
  }
  await orderSend(tx, id, 1);
  await pushSms(tx, id, customerId);
  return { id, segments };
}

/** A message that a flow sends: an approved template with what is known of the person, or the flow's own words. Refuses as a page does. */
export async function sendFromFlow(
  tx: TenantTx,
  {
    number,
    templateId,
    text,
    flowName,
    callId,
  }: { number: string; templateId: number | null; text: string; flowName: string; callId: string },
): Promise<number> {
  const iso2 = countryOf(number);
  if (iso2 === null || number.length > 15) throw new Failure('wrongNumber');
  const customer = (await customersByNumber(tx, [number])).get(number);
  const target = { number, iso2, customerId: customer?.id ?? null, doNotText: customer?.doNotText ?? false };
  const base = { target, templateId, userId: null, callId };
  if (templateId === null) return (await sendOne(tx, { ...base, text, maskedText: text, templateName: flowName })).id;
  const { rows } = await sql<{ name: string; content: string; company: string }>`
    select t.name, t.content, (select coalesce(nullif(company, ''), name) from tenant) company from sms_template t where t.id = ${templateId} and t.state = 'approved'`.execute(
    tx.as(),
  );
  const template = rows[0];
  if (!template) throw new Failure('smsTemplateGone');
  const fullName = customer?.fullName ?? '';
  const values = {
    customerName: fullName,
    firstName: fullName.split(' ')[0] ?? '',
    companyName: template.company,
    agentName: template.company,
  };
  const filled = fillTemplate(template.content, values);
  if (filled.missing.length > 0) throw new Failure('smsValueMissing', filled.missing.join(', '));
  return (
    await sendOne(tx, {
      ...base,
      text: filled.text,
      maskedText: fillTemplate(template.content, maskedValues(values)).text,
      templateName: template.name,
    })
  ).id;
}
