import type { OpenCardProvider } from '#core/money/payments.port.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { paymentOperationsApi, paymentsApi } from '../contract.ts';
import { openCardAccount } from './card-account.ts';
import { openCardBook } from './card-book.ts';
import { askAgain, cardHandlers } from './card-payments.ts';
import { operationHandlers } from './operations.ts';
import { voucherHandlers } from './vouchers.ts';

/** Ways by which a tenant pays: vouchers, and cards where the operator has set a provider. */
export function payments(
  world: Pick<World, 'db' | 'clock' | 'log' | 'texts' | 'publicUrl' | 'allowPrivate'>,
  open: OpenCardProvider,
): ServerFeature {
  const accounts = openCardAccount(world.db, open);
  const book = openCardBook(world);
  const { redeem, ...vouchers } = voucherHandlers(world);
  return {
    name: 'payments',
    isFor: async (tx) => (await accountOf(tx)) !== null,
    jobs: [askAgain(world, accounts, book)],
    routes: [
      ...routes('payments', paymentsApi, { ...cardHandlers(world, accounts, book), redeem }),
      ...routes('payments', paymentOperationsApi, { ...vouchers, ...operationHandlers(world, accounts) }),
    ],
  };
}
