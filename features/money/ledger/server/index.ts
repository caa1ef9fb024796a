import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

export { accountOf, availableE4, currencyOf, currencyText, everyAccount, openAccount, setCredit, type MoneyAccount } from './accounts.ts';
export { holdAnswered, holdEnded, holdMore, releaseHold, takeHold, type HoldWish } from './holds.ts';
export { moneyOf, type Posted, type Posting } from './money-of.ts';

/** The book of what tenants have paid and used. */
export const ledger = (_world: World): ServerFeature => ({ name: 'ledger', routes: [] });
