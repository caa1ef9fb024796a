import { sql } from 'kysely';
import { accountOf, moneyOf } from '#features/money/ledger/server/index.ts';
import { e4OfMinor, minorDigits } from '#core/money/money.ts';
import { sizeOf } from '#core/sms/segments.ts';
import { SmsRefusal } from '#core/sms/sms-provider.port.ts';
import type { CarriesCodes } from '#platform/server/contributions.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { costOf } from '../core/price.ts';
import { accountsRepo } from './accounts.repo.ts';
import type { SmsCarriers } from './carriers.ts';
import { partPriceE4 } from './sms-price.ts';

/** Of one tenant: nobody has a company pay for a flood of codes. */
const CODES_PER_DAY = 500;

interface PaidCode {
  id: number;
  amountE4: number;
}

/** What its entries are for: codes and messages are counted apart, and would else share their numbers. */
const refOf = (id: number): string => `code-${id}`;

/** Pays for a code; what is kept of it names neither number nor text. */
async function pay(
  tx: TenantTx,
  { country, to, text }: { country: string; to: string; text: string },
): Promise<PaidCode> {
  const priceE4 = await partPriceE4(tx, { iso2: country, number: to.replace(/\D/g, '') });
  const account = await accountsRepo(tx).account();
  if (priceE4 === 'closed' || !account) throw new SmsRefusal('final', 'noProvider');
  if (priceE4 === 'noPrice') throw new SmsRefusal('final', 'noPrice');
  const { rows: sent } = await sql<{ today: number }>`
    select count(*) today from sms_code where created_at > now() - interval '1 day'`.execute(tx.as());
  if (sent[0]!.today >= CODES_PER_DAY) throw new SmsRefusal('final', 'tooMany');
  const { segments } = sizeOf(text);
  const currency = (await accountOf(tx))?.currency ?? '';
  const costMinor = currency === '' ? 0 : costOf({ segments, priceE4, minorDigits: minorDigits(currency) });
  const { rows } = await sql<{ id: number }>`
    insert into sms_code (iso2, segments, cost_minor, currency, provider)
    values (${country}, ${segments}, ${costMinor}, ${currency}, ${account.kind}) returning id`.execute(tx.as());
  const { id } = rows[0]!;
  const amountE4 = costMinor === 0 ? 0 : e4OfMinor(costMinor, currency);
  const detail = { country, parts: segments, priceE4 };
  const paid = await moneyOf(tx).post({ kind: 'sms', amountE4, ref: refOf(id), detail, covered: true });
  if (paid === 'short') throw new SmsRefusal('final', 'noBalance');
  return { id, amountE4 };
}

/** Brings codes of accounts to telephones at the cost of the person's team. A rehearsed carrier brings nothing to anybody. */
export const codeCarrier = ({ db, carriers }: { db: Db; carriers: SmsCarriers }): CarriesCodes => ({
  async carries(tx, country, tenantId) {
    const { rows } = await sql`
      select 1 from sms_provider p join sms_country c on c.tenant_id = p.tenant_id
      where p.kind <> 'outbox' and (${country}::text is null or c.iso2 = ${country}) and (${tenantId}::bigint is null or p.tenant_id = ${tenantId}) limit 1`.execute(
      tx.as(),
    );
    return rows.length > 0;
  },
  async send(tenantId, { country, to, text }) {
    const carrier = await carriers.of(tenantId);
    if (!carrier) throw new SmsRefusal('final', 'noProvider');
    const { id, amountE4 } = await db.tenant({ tenantId }, (tx) => pay(tx, { country, to, text }));
    // A carrier that was asked is the team's own: its word gives nothing back.
    const became = (state: 'sent' | 'failed' | 'undecided', { reason = '', nothingLeft = false } = {}) =>
      db.tenant({ tenantId }, async (tx) => {
        await sql`update sms_code set state = ${state}, reason = ${reason} where id = ${id}`.execute(tx.as());
        if (nothingLeft && amountE4 > 0) await moneyOf(tx).post({ kind: 'smsBack', amountE4, ref: refOf(id) });
      });
    try {
      await carrier.provider.send({ id, to, text });
    } catch (thrown) {
      const refusal = thrown instanceof SmsRefusal ? thrown : null;
      await became(refusal?.kind === 'undecided' ? 'undecided' : 'failed', {
        reason: refusal?.reason.slice(0, 100) ?? '',
        nothingLeft: refusal?.nothingLeft ?? false,
      });
      throw thrown;
    }
    await became('sent');
  },
});
