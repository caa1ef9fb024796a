import { randomUUID } from 'node:crypto';
import { countryOf } from '#core/call/number-country.ts';
import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { NUMBERS_MOST } from '../contract.ts';
import { CARRIER_ACCOUNTS_MOST, type carriersApi } from '../contract/carriers.ts';
import { compareNumbers } from '../core/compare-numbers.ts';
import { accountSeal, openedAccount, orCarrierFailure, SYNC_TASK, type SyncRun } from './carrier-sync.ts';
import { carriersRepo, numbersElsewhere, type CarrierAccountRow } from './carriers.repo.ts';
import { didNumbersRepo } from './did-numbers.repo.ts';
import { numberGoalsRepo } from './number-goals.repo.ts';

const never = {
  state: 'never',
  trouble: '',
  readCount: 0,
  total: null,
  skipped: 0,
  startedAt: null,
  fresh: [],
  gone: [],
  unchanged: 0,
  elsewhere: [],
} as const;

async function found(tx: TenantTx, id: number): Promise<CarrierAccountRow> {
  const account = await carriersRepo(tx).find(id);
  if (!account) throw new Failure('notFound');
  return account;
}

/** Accounts at carriers, and taking over what they have. */
export function carrierHandlers(
  { db, clock, carrierNumbers }: Pick<World, 'db' | 'clock' | 'carrierNumbers'>,
  secrets: TenantSecrets,
): Handlers<typeof carriersApi> {
  return {
    accounts: (caller) => db.tenant(caller, (tx) => carriersRepo(tx).all()),

    async addAccount(caller, { name, kind, secret, ...rest }) {
      const seal = await accountSeal(secrets, caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = carriersRepo(tx);
        if ((await repo.all()).length >= CARRIER_ACCOUNTS_MOST)
          throw new Failure('invalidInput', `at most ${CARRIER_ACCOUNTS_MOST} accounts`);
        const settings: CarrierAccountRow['settings'] = rest;
        const id = await repo.add({ name, kind, settings, sealed: seal.seal(secret) }).catch((thrown: unknown) => {
          throw isDuplicate(thrown, 'carrier_account_name') ? new Failure('nameTaken') : thrown;
        });
        caller.operation.note(name, { after: { kind, ...settings } });
        return { id };
      });
    },

    async testAccount(caller, { accountId }) {
      const seal = await accountSeal(secrets, caller.tenantId);
      const account = await db.tenant(caller, async (tx) => {
        const known = await found(tx, accountId);
        caller.operation.note(known.name);
        return known;
      });
      const page = await carrierNumbers(openedAccount(account, seal.open)).page(null).catch(orCarrierFailure);
      return { found: page.numbers.length, total: page.total };
    },

    removeAccount: (caller, { accountId }) =>
      db.tenant(caller, async (tx) => {
        const { name, kind, settings } = await found(tx, accountId);
        await carriersRepo(tx).remove(accountId);
        caller.operation.note(name, { before: { kind, ...settings } });
        return null;
      }),

    sync: (caller, { accountId }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await found(tx, accountId);
        const run = randomUUID();
        await carriersRepo(tx).begin(accountId, run, clock.nowMs());
        const task: SyncRun = { tenantId: caller.tenantId, accountId, run, waits: 0 };
        await tx.enqueue(SYNC_TASK, task);
        caller.operation.note(name);
        return null;
      }),

    async syncState(caller, { accountId }) {
      const { sync, ours } = await db.tenant(caller, async (tx) => {
        await found(tx, accountId);
        const repo = carriersRepo(tx);
        return { sync: await repo.sync(accountId), ours: await repo.ours() };
      });
      if (!sync) return { ...never, fresh: [], gone: [], elsewhere: [] };
      const { state, trouble, total, skipped, startedAt } = sync;
      const progress = { state, trouble, total, skipped, startedAt, readCount: sync.found.length + skipped };
      if (state !== 'ready') return { ...never, ...progress, fresh: [], gone: [], elsewhere: [] };
      const elsewhere = await numbersElsewhere(
        db,
        caller.tenantId,
        sync.found.map(({ number }) => number),
      );
      return { ...progress, ...compareNumbers(sync.found, ours, elsewhere, accountId) };
    },

    takeOver: (caller, { accountId, numbers, goneIds, groupId }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await found(tx, accountId);
        const repo = carriersRepo(tx);
        const sync = await repo.sync(accountId);
        if (sync?.state !== 'ready') throw new Failure('conflict');
        if (groupId !== null && (await numberGoalsRepo(tx).existingGroups([groupId])).size === 0)
          throw new Failure('notFound', 'group');
        const gone = [...new Set(goneIds)];
        if ((await didNumbersRepo(tx).existing(gone)).length < gone.length) throw new Failure('notFound');
        const wanted = new Set(numbers);
        const listed = new Map(sync.found.map((one) => [one.number, one]));
        const chosen = [...wanted].flatMap((number) => listed.get(number) ?? []);
        if (chosen.length < wanted.size) throw new Failure('notFound');
        if ((await didNumbersRepo(tx).count()) + chosen.length > NUMBERS_MOST)
          throw new Failure('invalidInput', `at most ${NUMBERS_MOST} numbers`);
        const added = new Set(
          await repo.takeOver(
            chosen.map((one) => ({ ...one, country: countryOf(one.number) })),
            { accountId, groupId },
          ),
        );
        const switchedOff = await repo.switchOff(gone, accountId);
        caller.operation.note(name, { after: { added: added.size, switchedOff } });
        return { added: added.size, switchedOff, refused: [...wanted].filter((number) => !added.has(number)) };
      }),
  };
}
