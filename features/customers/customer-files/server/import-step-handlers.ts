import { customersRepo } from '#features/customers/customers/server/index.ts';
import { assertTags } from '#features/customers/tags/server/index.ts';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { customerFilesApi } from '../contract.ts';
import { cancelImport } from './cancel-import.ts';
import { assertSeesNumbers, findImport } from './found-import.ts';
import { readMapping } from './import-mapping.ts';
import { enqueueImport, RUN_TASK } from './import-queue.ts';
import { importsRepo, shownImport, pushToImporter, type ImportWish } from './imports.repo.ts';

/** What takes an import from one state to the next. */
export function importStepHandlers({
  db,
}: Pick<World, 'db'>): Handlers<Pick<typeof customerFilesApi, 'check' | 'start' | 'cancel'>> {
  return {
    check: (caller, { id, ...wish }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => {
        const row = await findImport(tx, id);
        const kept: ImportWish = {
          mapping: await readMapping(tx, row, wish.mapping),
          duplicates: wish.duplicates,
          country: (wish.country ?? '').toUpperCase(),
          tag_ids: wish.tag_ids,
          owner_id: wish.owner_id,
          language: caller.language,
        };
        if (kept.country !== '' && !countries.some(({ iso2 }) => iso2 === kept.country))
          throw new Failure('invalidInput', 'country');
        await assertTags(tx, wish.tag_ids);
        if (wish.owner_id !== null && !(await customersRepo(tx).isMember(wish.owner_id)))
          throw new Failure('notInTeam');
        const changed = await importsRepo(tx).change(id, ['uploaded', 'checked'], {
          state: 'checking',
          wish: kept,
          done: 0,
          staged: 0,
          added: 0,
          updated: 0,
          skipped: 0,
          wrong: 0,
          attempts: 0,
          error_file_id: null,
        });
        if (!changed) throw new Failure('importNotReady');
        if (row.error_file_id !== null) await deleteFile(tx, row.error_file_id);
        await enqueueImport(tx, RUN_TASK, changed);
        caller.operation.note(row.file_name, { after: { import: id, duplicates: kept.duplicates } });
        await pushToImporter(tx, changed);
        return shownImport(changed);
      });
    },

    start: (caller, { id }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => {
        const row = await findImport(tx, id);
        const changed = await importsRepo(tx).change(id, ['checked'], { state: 'importing', done: 0, attempts: 0 });
        if (!changed) throw new Failure('importNotReady');
        await enqueueImport(tx, RUN_TASK, changed);
        caller.operation.note(row.file_name, {
          after: { import: id, added: row.added, updated: row.updated, skipped: row.skipped, wrong: row.wrong },
        });
        await pushToImporter(tx, changed);
        return shownImport(changed);
      });
    },

    cancel: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const row = await findImport(tx, id);
        if (!(await cancelImport(tx, row))) throw new Failure('importNotReady');
        caller.operation.note(row.file_name, { after: { import: id, state: row.state } });
        return null;
      }),
  };
}
