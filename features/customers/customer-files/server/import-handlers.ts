import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { customerFilesApi } from '../contract.ts';
import { importFileHandlers } from './import-file-handlers.ts';
import { importStepHandlers } from './import-step-handlers.ts';
import { importsRepo, shownImport } from './imports.repo.ts';

export { CLEAN_TASK, RUN_TASK } from './import-queue.ts';

type Imports = Pick<
  typeof customerFilesApi,
  'upload' | 'preview' | 'check' | 'start' | 'cancel' | 'imports' | 'wrongRows' | 'errors'
>;

const LISTED = 50;

/** Files of customers on their way in. */
export const importHandlers = (world: Pick<World, 'db' | 'files' | 'texts'>): Handlers<Imports> => ({
  imports: (caller) => world.db.tenant(caller, async (tx) => (await importsRepo(tx).latest(LISTED)).map(shownImport)),
  ...importFileHandlers(world),
  ...importStepHandlers(world),
});
