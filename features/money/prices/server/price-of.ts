import { sql, type RawBuilder } from 'kysely';
import type { ListedPrice, PriceQuestion } from '#core/money/choose-price.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** A price as a list has it. */
export interface FoundPrice extends ListedPrice {
  id: number;
  listId: number;
  isOwn: boolean;
}

/** `free`: nobody counts, or no list says anything about it. `none`: lists price others and not this, which is then refused. */
export type PriceAnswer = { is: 'free' } | { is: 'none' } | { is: 'price'; price: FoundPrice };

/** SQL: the price `p`, as pages and programs name its parts. */
export const pricePartsOf = (p: RawBuilder<unknown>) =>
  sql`${p}.id, ${p}.service, ${p}.kind, ${p}.variant, ${p}.country, ${p}.prefix, ${p}.first_sec "firstSec", ${p}.next_sec "nextSec", ${p}.setup_e4 "setupE4", ${p}.price_e4 "priceE4"`;

type AnswerRow = { [K in keyof FoundPrice]: FoundPrice[K] | null } & { isPriced: boolean };

/** What each costs the tenant of the transaction now, by the currency it pays in. */
export async function pricesOf(
  tx: TenantTx,
  currency: string,
  questions: readonly PriceQuestion[],
): Promise<PriceAnswer[]> {
  const asked = questions.map(({ service, kind = '', variant = '', country = '', number = '' }, place) => ({
    place,
    service,
    kind,
    variant,
    country,
    number,
  }));
  const { rows } = await sql<AnswerRow>`
    select ${pricePartsOf(sql`p`)}, p.list_id "listId", l.tenant_id is not null "isOwn",
      p.id is not null or is_priced(${tx.tenantId}, ${currency}, q.service, q.kind, now()) "isPriced"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) q (place int, service text, kind text, variant text, country text, number text)
    left join lateral price_of(${tx.tenantId}, ${currency}, q.service, q.kind, q.variant, q.country, q.number, now()) p on true
    left join price_list l on l.id = p.list_id
    order by q.place`.execute(tx.as());
  return rows.map(({ isPriced, ...price }) =>
    price.id !== null ? { is: 'price', price: price as FoundPrice } : { is: isPriced ? 'none' : 'free' },
  );
}

/** What something costs the tenant of the transaction now. */
export async function priceOf(tx: TenantTx, question: PriceQuestion): Promise<PriceAnswer> {
  const account = await accountOf(tx);
  if (!account) return { is: 'free' };
  return (await pricesOf(tx, account.currency, [question]))[0]!;
}
