import { amountText } from '#core/money/money.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Currency } from '#shared/codes/currency.ts';
import { billsApi } from '../contract.ts';

/** What the tenant has paid and not yet used. */
export const bills = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'bills',
  routes: routes('bills', billsApi, {
    async balance(caller) {
      const account = await db.tenant(caller, accountOf);
      const { currency, balanceE4 } = account ?? { currency: Currency.usDollar, balanceE4: 0 };
      return { currency, balance: amountText(balanceE4, currency) };
    },
  }),
});
