import { Readable } from 'node:stream';
import type { EntryFilter } from '#features/money/ledger/contract.ts';
import {
  accountOf,
  entriesPage,
  moneyOf,
  openAccount,
  writeEntries,
  type Posting,
} from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import { tableFileName, tableMediaTypes } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { tenantsApi } from '../contract.ts';
import { holdTenant } from './tenant-states.ts';

type MoneyCalls = 'entries' | 'entriesFile' | 'openAccount' | 'topUp' | 'correct';

type Looked = Pick<EntryFilter, 'kinds' | 'startDate' | 'endDate'> & { id: number };

/** Money that operators book for tenants, and what was booked. */
export function moneyHandlers(
  world: Pick<World, 'db' | 'clock' | 'texts'>,
): Pick<Handlers<typeof tenantsApi>, MoneyCalls> {
  const { db, clock } = world;
  /** In the tenant's own transaction: its pages and what stood still for want of money hear of it. */
  const book = async (caller: Caller, id: number, posting: Omit<Posting, 'byUser'>): Promise<{ balanceE4: number }> => {
    await db.everyTenant('a tenant an operator names', (tx) => holdTenant(tx, id));
    const booked = await db.tenant({ tenantId: id, operation: caller.operation }, async (tx) => {
      const { kind, amountE4, detail } = posting;
      const posted = await moneyOf(tx).post({ ...posting, byUser: caller.userId });
      if (posted === 'free') throw new Failure('conflict');
      if (posted === 'again') caller.operation.wasDoneBefore();
      else caller.operation.note(kind, { after: { amountE4, ...detail } });
      return { balanceE4: (await accountOf(tx))!.balanceE4 };
    });
    await db.everyTenant('operators are told', (tx) => pushTenantsChanged(tx, { about: id }));
    return booked;
  };

  /** A look at a tenant's book, which both logs know of. */
  const look = <T>(caller: Caller, { id, kinds, startDate, endDate }: Looked, work: (tx: TenantTx) => Promise<T>) => {
    caller.operation.note(startDate && endDate ? `${startDate} – ${endDate}` : '', { after: { kinds } });
    return db.tenant({ tenantId: id, operation: caller.operation }, work);
  };

  return {
    entries: (caller, { id, ...asked }) => look(caller, { id, ...asked }, (tx) => entriesPage(tx, asked)),

    async entriesFile(caller, { id, ...filter }) {
      const zone = await look(caller, { id, ...filter }, async (tx) => {
        if (!(await accountOf(tx))) throw new Failure('notFound');
        return caller.timeZone ?? (await tenantZone(tx));
      });
      const reader = { tenantId: id, language: caller.language, timeZone: zone };
      return {
        name: tableFileName('csv', { stem: `balance-${id}`, zone, atMs: clock.nowMs() }),
        mediaType: tableMediaTypes.csv,
        body: Readable.from(writeEntries(world, reader, { ...filter, kind: 'csv' }, () => {})),
      };
    },

    openAccount: (caller, { id, currency }) =>
      db.everyTenant('an account of a tenant', async (tx) => {
        const { name } = await holdTenant(tx, id);
        await openAccount(tx, id, currency);
        caller.operation.note(name, { after: { currency } });
        await caller.operation.writeBeside(tx, id);
        await pushTenantsChanged(tx, { about: id });
        return null;
      }),

    topUp: (caller, { id, amountE4, note, ref }) =>
      book(caller, id, { kind: 'topUp', amountE4, ref, detail: { note, by: caller.name } }),

    correct: (caller, { id, amountE4, note, ref }) =>
      book(caller, id, { kind: 'correction', amountE4, ref, detail: { note, by: caller.name } }),
  };
}
