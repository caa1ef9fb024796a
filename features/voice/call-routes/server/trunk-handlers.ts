import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { isSipCarrier } from '#core/trunk/carrier-words.ts';
import { encodingOf } from '#core/csv/text-encoding.ts';
import { currencyOf } from '#features/money/ledger/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { PRICES_MOST, TRUNKS_MOST, type routesApi, type TrunkFields } from '../contract.ts';
import { readPriceList } from '../core/price-list.ts';
import { carriersOf } from './plan-parts.ts';
import { trunkRepo, type TrunkRow } from './trunk.repo.ts';

type TrunkCalls =
  | 'listTrunks'
  | 'carriers'
  | 'createTrunk'
  | 'updateTrunk'
  | 'deleteTrunk'
  | 'prices'
  | 'clearPrices'
  | 'importPrices';

const WRONG_SHOWN = 50;

/** Connections to carriers, and what calls over them cost. */
export function trunkHandlers({
  db,
  exchange,
}: Pick<World, 'db' | 'exchange'>): Handlers<Pick<typeof routesApi, TrunkCalls>> {
  const carriers = ({ tenantId }: { tenantId: number }) => carriersOf(exchange, tenantId);
  const isKnown = (caller: { tenantId: number }, carrier: string): boolean =>
    carriers(caller).some(({ name }) => name === carrier);
  async function held(tx: TenantTx, id: number): Promise<TrunkRow> {
    const trunk = await trunkRepo(tx).find(id);
    if (!trunk) throw new Failure('notFound');
    return trunk;
  }
  return {
    listTrunks: async (caller) => {
      const trunks = await db.tenant(caller, (tx) => trunkRepo(tx).all());
      return trunks.map((trunk) => {
        const known = carriers(caller).find(({ name }) => name === trunk.carrier);
        return {
          ...trunk,
          isKnown: known !== undefined || isSipCarrier(trunk.carrier),
          isRehearsal: known?.isRehearsal ?? false,
        };
      });
    },
    carriers: (caller) => carriers(caller).map(({ name, isRehearsal }) => ({ carrier: name, isRehearsal })),

    createTrunk: (caller, { path: _path, ...fields }) =>
      db.tenant(caller, async (tx) => {
        if (!isKnown(caller, fields.carrier)) throw new Failure('carrierUnknown');
        if ((await trunkRepo(tx).count()) >= TRUNKS_MOST)
          throw new Failure('invalidInput', `at most ${TRUNKS_MOST} trunks`);
        const id = await trunkRepo(tx).add(fields).catch(orTaken);
        caller.operation.note(fields.name, { after: fields });
        return { id };
      }),

    updateTrunk: (caller, { path: _path, id, version, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        // One that is there stays what it is, whatever became of its carrier.
        if (fields.carrier !== before.carrier && isSipCarrier(before.carrier)) throw new Failure('trunkConnected');
        if (fields.carrier !== before.carrier && !isKnown(caller, fields.carrier)) throw new Failure('carrierUnknown');
        if (!(await trunkRepo(tx).update(id, version, fields).catch(orTaken))) throw new Failure('stale');
        caller.operation.note(fields.name, { before: settingsOf(before), after: fields });
        return null;
      }),

    deleteTrunk: (caller, { id, version }) =>
      db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        if (before.version !== version) throw new Failure('stale');
        if (isSipCarrier(before.carrier)) throw new Failure('trunkConnected');
        if (before.routes.length > 0 || before.calls > 0)
          throw new Failure('trunkInUse', before.routes.map(({ name }) => name).join(', '));
        await trunkRepo(tx).remove(id);
        caller.operation.note(before.name, { before: settingsOf(before) });
        return null;
      }),

    prices: (caller, { trunkId, prefix, page, size }) =>
      db.tenant(caller, async (tx) => {
        await held(tx, trunkId);
        return {
          ...(await trunkRepo(tx).prices({ trunkId, prefix }, { page, size })),
          currency: await currencyOf(tx),
        };
      }),

    clearPrices: (caller, { trunkId }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await held(tx, trunkId);
        const removed = await trunkRepo(tx).clearPrices(trunkId);
        caller.operation.note(name, { before: { prices: removed }, after: { prices: 0 } });
        return { removed };
      }),

    async importPrices(caller, { trunkId, mode }, file) {
      const bytes = await readFile(file.path);
      const encoding = encodingOf(bytes, isUtf8(bytes));
      if (!encoding) throw new Failure('fileTypeRefused');
      const { prices, wrong } = readPriceList(new TextDecoder(encoding).decode(bytes), PRICES_MOST);
      return db.tenant(caller, async (tx) => {
        const { name, prices: before } = await held(tx, trunkId);
        const imported = wrong.length > 0 ? 0 : prices.length;
        caller.operation.note(name, { before: { prices: before }, after: { imported, wrong: wrong.length, mode } });
        if (wrong.length > 0) return { imported, wrong: wrong.slice(0, WRONG_SHOWN) };
        if (mode === 'replace') await trunkRepo(tx).clearPrices(trunkId);
        await trunkRepo(tx).setPrices(trunkId, prices);
        return { imported, wrong: [] };
      });
    },
  };
}

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'trunk_name') ? new Failure('nameTaken') : thrown;
};

const settingsOf = ({
  name,
  carrier,
  enabled,
  maxCalls,
  callsPerSec,
  emergency,
  emergencyAddress,
}: TrunkRow): TrunkFields => ({ name, carrier, enabled, maxCalls, callsPerSec, emergency, emergencyAddress });
