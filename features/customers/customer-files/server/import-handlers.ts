import { createReadStream } from 'node:fs';
import { NAMING_FIELDS, IMPORT_FIELDS, plainField, takesSeveral } from '../core/import-fields.ts';
import { customersRepo, readTenantFields } from '#features/customers/customers/server/index.ts';
import { deleteFile, openFile, storeFile } from '#features/office/files/server/index.ts';
import { assertTags } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { customerFilesApi, ImportPreview } from '../contract.ts';
import { namedFields } from './import-rules.ts';
import { importsRepo, shownImport, pushToImporter, type ImportRow, type ImportWish } from './imports.repo.ts';
import { peekInThread } from './reading/read-in-thread.ts';

type Imports = Pick<
  typeof customerFilesApi,
  'upload' | 'preview' | 'check' | 'start' | 'cancel' | 'imports' | 'errors'
>;

export const RUN_TASK = 'customer-files.run';
export const CLEAN_TASK = 'customer-files.clean';
const FILE_PURPOSE = 'customer-import';
const LISTED = 50;
/** Files above this wait for one another; smaller ones stand in a few lines, so that connections are left for everybody else. */
const LARGE_BYTES = 8 * 1024 * 1024;
const LINES = 3;

const queueOf = (row: Pick<ImportRow, 'tenant_id' | 'bytes'>): string =>
  row.bytes > LARGE_BYTES ? 'customer-files.large' : `customer-files.${row.tenant_id % LINES}`;

/** Puts the next step of an import into the line; steps of one import never run at the same time. */
const enqueue = (tx: TenantTx, task: string, row: ImportRow): Promise<void> =>
  tx.enqueue(task, { tenantId: row.tenant_id, importId: row.id }, { queue: queueOf(row) });

/** Ends an import that is not written, and forgets its files; false when it is over already. */
export async function cancelImport(tx: TenantTx, row: ImportRow): Promise<boolean> {
  const changed = await importsRepo(tx).change(row.id, ['uploaded', 'checking', 'checked', 'importing'], {
    state: 'cancelled',
    file_id: null,
    error_file_id: null,
    isOver: true,
  });
  if (!changed) return false;
  for (const file of [row.file_id, row.error_file_id]) if (file !== null) await deleteFile(tx, file);
  await enqueue(tx, CLEAN_TASK, row);
  await pushToImporter(tx, changed);
  return true;
}

/** Files of customers on their way in. */
export function importHandlers(world: Pick<World, 'db' | 'files' | 'texts'>): Handlers<Imports> {
  const { db, texts } = world;
  const preview = (row: ImportRow): ImportPreview => ({
    import: shownImport(row),
    columns: row.shape.columns,
    encoding: row.shape.encoding,
    delimiter: row.shape.delimiter,
    wish: row.wish,
  });

  /** Counts tell whether a number is known, and samples show it: nothing for those who see stars. */
  const assertClear = ({ needsMasking }: Caller): void => {
    if (needsMasking) throw new Failure('notAllowed');
  };

  async function found(tx: TenantTx, id: number): Promise<ImportRow> {
    const row = await importsRepo(tx).find(id);
    if (!row) throw new Failure('notFound');
    return row;
  }

  return {
    async upload(caller, { country = '' }, file) {
      assertClear(caller);
      caller.operation.note(file.name, { after: { bytes: file.bytes, mediaType: file.mediaType } });
      const named = await db.tenant({ tenantId: caller.tenantId }, (tx) => namedFields(tx, texts));
      const isWorkbook = !file.mediaType.startsWith('text/');
      const { shape, columns, encoding, delimiter, rows } = await peekInThread({
        path: file.path,
        bytes: file.bytes,
        isWorkbook,
        country: country.toUpperCase(),
        named,
      });
      let row: ImportRow | null = null;
      await storeFile(world, caller, {
        purpose: FILE_PURPOSE,
        name: file.name,
        mediaType: file.mediaType,
        content: createReadStream(file.path),
        async within(tx, fileId) {
          row = await importsRepo(tx).add({
            user_id: caller.userId,
            author: caller.name,
            file_name: file.name,
            file_id: fileId,
            bytes: file.bytes,
            rows,
            shape: { file: shape, columns, encoding, delimiter },
          });
        },
      });
      return preview(row!);
    },

    preview: (caller, { id }) => {
      assertClear(caller);
      return db.tenant(caller, async (tx) => preview(await found(tx, id)));
    },

    check: (caller, { id, ...wish }) => {
      assertClear(caller);
      return db.tenant(caller, async (tx) => {
        const row = await found(tx, id);
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
        await enqueue(tx, RUN_TASK, changed);
        caller.operation.note(row.file_name, { after: { import: id, duplicates: kept.duplicates } });
        await pushToImporter(tx, changed);
        return shownImport(changed);
      });
    },

    start: (caller, { id }) => {
      assertClear(caller);
      return db.tenant(caller, async (tx) => {
        const row = await found(tx, id);
        const changed = await importsRepo(tx).change(id, ['checked'], { state: 'importing', done: 0, attempts: 0 });
        if (!changed) throw new Failure('importNotReady');
        await enqueue(tx, RUN_TASK, changed);
        caller.operation.note(row.file_name, {
          after: { import: id, added: row.added, updated: row.updated, skipped: row.skipped, wrong: row.wrong },
        });
        await pushToImporter(tx, changed);
        return shownImport(changed);
      });
    },

    cancel: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const row = await found(tx, id);
        if (!(await cancelImport(tx, row))) throw new Failure('importNotReady');
        caller.operation.note(row.file_name, { after: { import: id, state: row.state } });
        return null;
      }),

    imports: (caller) => db.tenant(caller, async (tx) => (await importsRepo(tx).latest(LISTED)).map(shownImport)),

    async errors(caller, { id }) {
      assertClear(caller);
      const row = await db.tenant(caller, (tx) => found(tx, id));
      if (row.error_file_id === null) throw new Failure('notFound');
      const { mediaType, bytes, content } = await openFile(world, caller, row.error_file_id);
      return {
        name: `${row.file_name.replace(/\.\w{1,5}$/, '')} - ${texts.say(caller.language, 'customer-files.errors.fileName')}.csv`,
        mediaType,
        bytes,
        body: content,
      };
    },
  };
}

/** Only columns that become something; refuses what no import understands. */
async function readMapping(
  tx: TenantTx,
  row: ImportRow,
  mapping: readonly { column: number; field: string | null }[],
): Promise<ImportWish['mapping']> {
  const { custom } = await readTenantFields(tx);
  const isKnown = (field: string): boolean =>
    (IMPORT_FIELDS as readonly string[]).includes(field) ||
    (/^phone:[A-Z]{2}$/.test(field) && countries.some(({ iso2 }) => iso2 === field.slice(6))) ||
    custom.has(Number(/^custom:(\d{1,15})$/.exec(field)?.[1]));
  const chosen = mapping.flatMap(({ column, field }) => (field === null ? [] : [{ column, field }]));
  const seen = new Set<string>();
  for (const { column, field } of chosen) {
    if (!isKnown(field) || column >= row.shape.columns.length) throw new Failure('invalidInput', `mapping: ${field}`);
    const key = takesSeveral(field) ? `${column}` : field;
    if (seen.has(key)) throw new Failure('importFieldTwice');
    seen.add(key);
  }
  if (!chosen.some(({ field }) => (NAMING_FIELDS as readonly string[]).includes(plainField(field))))
    throw new Failure('importWithoutContact');
  return chosen;
}
