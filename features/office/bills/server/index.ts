import { sql } from 'kysely';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Currency } from '#shared/codes/currency.ts';
import { billsApi } from '../contract.ts';
import { decimalText } from './money.ts';

export { balanceMinor, charge, currencyOf, currencyText, demoBalance, giveBack } from './charge.ts';
export { decimalText, minorDigits } from './money.ts';

/** What the tenant has paid and not yet used. */
export const bills = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'bills',
  routes: routes('bills', billsApi, {
    async balance(caller) {
      const { rows } = await db.tenant(caller, (tx) =>
        sql<{ currency: string; balance_minor: number }>`select currency, balance_minor from tenant_balance`.execute(
          tx.as(),
        ),
      );
      const { currency, balance_minor: minor } = rows[0] ?? { currency: Currency.usDollar, balance_minor: 0 };
      return { currency, balance: decimalText(minor, currency) };
    },
  }),
});
