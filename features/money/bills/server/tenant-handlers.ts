import { amountText } from '#core/money/money.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Currency } from '#shared/codes/currency.ts';
import { Failure } from '#shared/errors.ts';
import type { tenantBillsApi } from '../contract.ts';
import { answerRecords } from './bill-records.ts';
import { billsRepo, shownBill, type StoredBill } from './bills.repo.ts';
import { currentBill } from './current-bill.ts';
import { writtenBill } from './written-bill.ts';

/** Bills of the caller's team. */
export function tenantHandlers(world: Pick<World, 'db' | 'clock' | 'texts'>): Handlers<typeof tenantBillsApi> {
  const { db, clock } = world;
  const found = async (tx: TenantTx, id: number): Promise<StoredBill> => {
    const bill = await billsRepo(tx).find(id);
    if (!bill) throw new Failure('notFound');
    return bill;
  };
  return {
    async balance(caller) {
      const account = await db.tenant(caller, accountOf);
      const { currency, balanceE4 } = account ?? { currency: Currency.usDollar, balanceE4: 0 };
      return { currency, balance: amountText(balanceE4, currency) };
    },
    list: (caller, wish) => db.tenant(caller, (tx) => billsRepo(tx).page(wish)),
    current: (caller) => db.tenant(caller, (tx) => currentBill(tx, clock.nowMs())),
    party: (caller) => db.tenant(caller, async (tx) => (await billsRepo(tx).party()).entered),
    setParty: (caller, party) =>
      db.tenant(caller, async (tx) => {
        if (!(await accountOf(tx))) throw new Failure('notFound');
        const repo = billsRepo(tx);
        caller.operation.note(party.name, { before: (await repo.party()).entered, after: party });
        await repo.setParty(party);
        return null;
      }),
    detail: (caller, { id }) => db.tenant(caller, async (tx) => shownBill(await found(tx, id))),
    async pdf(caller, { id }) {
      const bill = await db.tenant(caller, async (tx) => {
        const one = await found(tx, id);
        caller.operation.note(one.number);
        return one;
      });
      return writtenBill(bill, caller.language);
    },
    records: (caller, wish) => answerRecords(world, caller, wish),
  };
}
