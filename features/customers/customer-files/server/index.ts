import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { customerFilesApi } from '../contract.ts';
import { customerExports } from './export.ts';
import { exportHandlers } from './export.ts';
import { CLEAN_TASK, importHandlers, RUN_TASK } from './import-handlers.ts';
import { importsPersonData, purgeImports } from './import-purge.ts';
import { importRunner } from './import-runner.ts';
import { dropStage } from './stage.ts';

export type { GuessedColumn } from '../core/import-guess.ts';
export { namedFields } from './import-rules.ts';
export { interruptible } from './interrupt.ts';
export type { FileShape } from './reading/file-rows.ts';
export { peekInThread } from './reading/read-in-thread.ts';
export { stageNumbers } from './staged-numbers.ts';
export { countRows, dropRows, rowTables, stageRows } from './staged-rows.ts';

/** Customers that come in and leave as files. */
export function customerFiles(world: World): ServerFeature {
  const runner = importRunner(world);
  return {
    name: 'customer-files',
    personData: [importsPersonData],
    exports: customerExports(world),
    jobs: [
      { task: RUN_TASK, waits: true, run: runner.run },
      { task: CLEAN_TASK, waits: true, run: ({ importId }: { importId: number }) => dropStage(world.db, importId) },
      purgeImports(world),
    ],
    async stop() {
      runner.stop();
    },
    routes: routes('customer-files', customerFilesApi, { ...importHandlers(world), ...exportHandlers(world) }),
  };
}
