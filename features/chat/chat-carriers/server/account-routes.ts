import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { chatCarriersApi } from '../contract.ts';
import { accountChecks } from './account-checks.ts';
import { accountEdits } from './account-edits.ts';
import type { AccountParts } from './account-parts.ts';
import { accountsRepo } from './accounts.repo.ts';
import { shownAccount } from './shown-account.ts';

type AccountRoutes = Pick<
  Handlers<typeof chatCarriersApi>,
  'list' | 'add' | 'update' | 'remove' | 'check' | 'templates'
>;

/** Accounts as their administrators see them. */
export function accountRoutes(
  world: Pick<World, 'db' | 'publicUrl'>,
  carrying: Pick<AccountParts, 'carriers' | 'seals'>,
): AccountRoutes {
  const parts: AccountParts = { ...world, ...carrying };
  return {
    async list(caller) {
      const rows = await world.db.tenant(caller, (tx) => accountsRepo(tx).all());
      return Promise.all(rows.map((row) => shownAccount(parts, row, caller)));
    },
    ...accountEdits(parts),
    ...accountChecks(parts),
  };
}
