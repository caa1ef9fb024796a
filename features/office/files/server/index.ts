import { createReadStream } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { filesApi, rasterImages, uploadPurposes, type StoredFile } from '../contract.ts';
import { deleteFile, outgoingFile, storeFile, sweepJob, unfinishedJob } from './file-store.ts';
import { filesRepo, type StoredFileRow, type FilesTables } from './files.repo.ts';

export {
  deleteFile,
  isFileKept,
  openFile,
  outgoingFile,
  storeFile,
  type FileOwner,
  type NewFile,
  type OpenFile,
} from './file-store.ts';
export { openFilesKeys, renewFilesKey, resealFilesKeys } from './files-keys.ts';

/** Files people upload: pictures, sounds, documents. */
export function files(world: Pick<World, 'db' | 'files' | 'log'>): ServerFeature {
  const { db } = world;
  return {
    name: 'files',
    jobs: [sweepJob(world), unfinishedJob(world)],
    routes: routes('files', filesApi, {
      async upload(caller, { purpose }, file) {
        caller.operation.note(file.name, { after: { purpose, mediaType: file.mediaType, bytes: file.bytes } });
        const mediaType = file.mediaType === 'text/plain' && /\.csv$/i.test(file.name) ? 'text/csv' : file.mediaType;
        return shown(
          await storeFile(world, caller, {
            purpose,
            name: file.name,
            mediaType,
            bytes: file.bytes,
            content: createReadStream(file.path),
          }),
        );
      },

      async get(caller, { id }) {
        const row = await db.tenant(caller, (tx) => filesRepo(tx.as<FilesTables>()).find(id));
        if (!row || !mayOpen(caller, row)) throw new Failure('notFound');
        const file = await outgoingFile(world, caller, id);
        const { mediaType } = file;
        return {
          ...file,
          mediaType: mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
          inline: isRaster(mediaType),
        };
      },

      page: (caller, { page, size, purpose }) =>
        db.tenant(caller, async (tx) => {
          const { list, total } = await filesRepo(tx.as<FilesTables>()).page({
            page,
            size,
            purposes: purpose ? [purpose] : Object.keys(uploadPurposes),
          });
          return {
            list: list.map((row) => ({ ...shown(row), ownerId: row.owner_id, ownerName: row.nick_name ?? '' })),
            total,
          };
        }),

      async remove(caller, { id }) {
        await db.tenant(caller, async (tx) => {
          const row = await filesRepo(tx.as<FilesTables>()).find(id);
          if (!row || !mayOpen(caller, row)) throw new Failure('notFound');
          if (row.owner_id !== caller.userId && !mayUse(caller, 'files.edit')) throw new Failure('notAllowed');
          caller.operation.note(row.name);
          await deleteFile(tx, id);
        });
        return null;
      },
    }),
  };
}

const isRaster = (mediaType: string): boolean => (rasterImages as readonly string[]).includes(mediaType);

/** One's own uploads and the shared ones; with `files.edit` all uploads. Never the files other features keep. */
function mayOpen(caller: Caller, { purpose, owner_id: ownerId }: StoredFileRow): boolean {
  if (!(purpose in uploadPurposes)) return false;
  return (
    ownerId === caller.userId ||
    uploadPurposes[purpose as keyof typeof uploadPurposes].shared ||
    mayUse(caller, 'files.edit')
  );
}

const shown = (row: StoredFileRow): StoredFile => ({
  id: row.id,
  name: row.name,
  purpose: row.purpose,
  mediaType: row.media_type,
  bytes: row.bytes,
  createdAt: row.created_at,
  url: filesApi.get.path.replace('{id}', String(row.id)),
});
