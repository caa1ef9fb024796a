import { moneyOf, openAccount, accountOf, type Posting } from '#features/money/ledger/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { tenantsApi } from '../contract.ts';
import { holdTenant } from './tenant-states.ts';

type MoneyCalls = 'openAccount' | 'topUp' | 'correct';

/** Money that operators book for tenants. */
export function moneyHandlers({ db }: { db: Db }): Pick<Handlers<typeof tenantsApi>, MoneyCalls> {
  /** In the tenant's own transaction: its pages and what stood still for want of money hear of it. */
  const book = async (caller: Caller, id: number, posting: Omit<Posting, 'byUser'>): Promise<{ balanceE4: number }> => {
    await db.everyTenant('a tenant an operator names', (tx) => holdTenant(tx, id));
    return db.tenant({ tenantId: id, operation: caller.operation }, async (tx) => {
      const { kind, amountE4, detail } = posting;
      const posted = await moneyOf(tx).post({ ...posting, byUser: caller.userId });
      if (posted === 'free') throw new Failure('conflict');
      if (posted === 'again') caller.operation.wasDoneBefore();
      else caller.operation.note(kind, { after: { amountE4, ...detail } });
      return { balanceE4: (await accountOf(tx))!.balanceE4 };
    });
  };

  return {
    openAccount: (caller, { id, currency }) =>
      db.everyTenant('an account of a tenant', async (tx) => {
        const { name } = await holdTenant(tx, id);
        await openAccount(tx, id, currency);
        caller.operation.note(name, { after: { currency } });
        await caller.operation.writeBeside(tx, id);
        return null;
      }),

    topUp: (caller, { id, amountE4, note, ref }) =>
      book(caller, id, { kind: 'topUp', amountE4, ref, detail: { note, by: caller.name } }),

    correct: (caller, { id, amountE4, note, ref }) =>
      book(caller, id, { kind: 'correction', amountE4, ref, detail: { note, by: caller.name } }),
  };
}
