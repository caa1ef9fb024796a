import type { ServerFeature } from '#platform/server/feature.ts';
import { READ_MANY_ROWS, REFUSED_READ } from '#platform/server/http/access-watch.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { operationLogApi, TOTAL_CAP } from '../contract.ts';
import { entriesExport } from './export.ts';
import { changedFields, masked } from './changes.ts';
import { demoOperationLog } from './demo.ts';
import { askForExport } from './export.ts';
import { namesIn } from './names.ts';
import { openLogKeeper } from './log-keeper.ts';
import { operationLogRepo } from './operation-log.repo.ts';
import { verifyChain } from './verify.ts';

export { changedFields } from './changes.ts';
export { openLogKeeper } from './log-keeper.ts';
export { namesIn } from './names.ts';
export { operationLogRepo } from './operation-log.repo.ts';
export { verifyChain } from './verify.ts';

/** Who did what: shown, exported and checked. The platform writes it. */
export function operationLog({
  db,
  texts,
  catalogue,
  clock,
  anchors,
}: Pick<World, 'db' | 'texts' | 'catalogue' | 'clock' | 'anchors'>): ServerFeature {
  const keeper = openLogKeeper({ db, anchors });
  return {
    name: 'operation-log',
    exports: [entriesExport({ db, texts, clock })],
    demo: demoOperationLog,
    menu: [
      {
        key: '/organisation/operationLog',
        name: 'operation-log.menu',
        system: 2,
        section: 'organisation',
        order: 60,
        access: 'operation-log.view',
        icon: 'scroll-text',
      },
    ],
    routes: routes('operation-log', operationLogApi, {
      async page(caller, { page, size, beforeId, ...filter }) {
        const offset = (page - 1) * size;
        if (offset >= TOTAL_CAP) throw new Failure('invalidInput', 'page: use beforeId');
        const { entry } = namesIn(texts, caller);
        return db.tenant(caller, async (tx) => {
          const repo = operationLogRepo(tx);
          const found = await repo.total(filter);
          const list = found === 0 ? [] : await repo.page(filter, { size, offset, beforeId });
          return { list: list.map(entry), total: Math.min(found, TOTAL_CAP), totalCapped: found > TOTAL_CAP };
        });
      },

      async detail(caller, { id }) {
        const row = await db.tenant(caller, (tx) => operationLogRepo(tx).detail(id));
        if (!row) throw new Failure('notFound');
        const hide = (text: string | null) => (text !== null && caller.needsMasking ? masked(text) : text);
        const changes = changedFields(row.change).map(({ field, before, after }) => ({
          field,
          before: hide(before),
          after: hide(after),
        }));
        return { ...namesIn(texts, caller).entry(row), requestId: row.request_id, changes };
      },

      modules(caller) {
        const names = namesIn(texts, caller);
        return names.sorted(catalogue.operations.map(({ module }) => ({ key: module, name: names.module(module) })));
      },

      actions(caller, { module }) {
        const names = namesIn(texts, caller);
        const actions = catalogue.operations.find((one) => one.module === module)?.actions ?? [];
        return names.sorted(actions.map((action) => ({ key: action, name: names.action(module, action) })));
      },

      people: (caller) => db.tenant(caller, (tx) => operationLogRepo(tx).people()),

      exportPage: async (caller, filter) => ({ id: await askForExport({ db, clock }, caller, filter) }),

      verify: (caller) => verifyChain(db, keeper, caller.tenantId),
    }),
    async start() {
      catalogue.operations.find(({ module }) => module === 'operation-log')?.actions.push(REFUSED_READ, READ_MANY_ROWS);
    },
  };
}
