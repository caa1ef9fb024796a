import { priceOf, type PriceAnswer } from '#features/money/prices/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { accountsRepo } from './accounts.repo.ts';

/** What one part costs by what the price lists answered; null: they have no price for it. */
export const smsPriceE4 = (answer: PriceAnswer): number | null =>
  answer.is === 'price' ? answer.price.priceE4 : answer.is === 'none' ? null : 0;

/** What one part to a number costs, in ten-thousandths; why it cannot be sent there otherwise. */
export async function partPriceE4(
  tx: TenantTx,
  { iso2, number }: { iso2: string; number: string },
): Promise<number | 'closed' | 'noPrice'> {
  if (!(await accountsRepo(tx).isOpen(iso2))) return 'closed';
  return smsPriceE4(await priceOf(tx, { service: 'sms', country: iso2, number })) ?? 'noPrice';
}
