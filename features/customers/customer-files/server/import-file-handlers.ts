import { createReadStream } from 'node:fs';
import { openFile, storeFile } from '#features/office/files/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { customerFilesApi, ImportPreview } from '../contract.ts';
import { assertSeesNumbers, findImport } from './found-import.ts';
import { namedFields } from './import-rules.ts';
import { importsRepo, shownImport, type ImportRow } from './imports.repo.ts';
import { peekInThread } from './reading/read-in-thread.ts';

const FILE_PURPOSE = 'customer-import';

const preview = (row: ImportRow): ImportPreview => ({
  import: shownImport(row),
  columns: row.shape.columns,
  encoding: row.shape.encoding,
  delimiter: row.shape.delimiter,
  wish: row.wish,
});

/** The files of imports: what comes in, what is in it, and what of it was wrong. */
export function importFileHandlers(
  world: Pick<World, 'db' | 'files' | 'texts'>,
): Handlers<Pick<typeof customerFilesApi, 'upload' | 'preview' | 'wrongRows' | 'errors'>> {
  const { db, texts } = world;
  return {
    async upload(caller, { country = '' }, file) {
      assertSeesNumbers(caller);
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
        bytes: file.bytes,
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
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => preview(await findImport(tx, id)));
    },

    wrongRows: (caller, { id }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => importsRepo(tx).wrongRows((await findImport(tx, id)).id));
    },

    async errors(caller, { id }) {
      assertSeesNumbers(caller);
      const row = await db.tenant(caller, (tx) => findImport(tx, id));
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
