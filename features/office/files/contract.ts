import { z } from 'zod';
import { download, endpoint, Id, pageOf, PageQuery, upload, WireTime } from '#shared/endpoint.ts';

/**
 * What a file that people upload is for. Everybody in the tenant may open a shared one, only its owner the others.
 * Files that features make themselves (exports, recordings) have purposes of their own and leave by their own routes.
 */
export const uploadPurposes = {
  avatar: { shared: true },
  logo: { shared: true },
  sound: { shared: true },
  attachment: { shared: true },
  import: { shared: false },
} as const satisfies Record<string, { shared: boolean }>;

export const UploadPurpose = z.enum(
  Object.keys(uploadPurposes) as [keyof typeof uploadPurposes, ...(keyof typeof uploadPurposes)[]],
);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** Drawn by the browser without running anything; everything else is saved, never shown in the page. */
export const rasterImages = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;

export const StoredFile = z.object({
  id: z.number(),
  name: z.string(),
  purpose: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  createdAt: WireTime,
  url: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const filesApi = {
  upload: upload({
    method: 'POST',
    path: '/admin/saas_plat/file/upload',
    access: 'signedIn',
    summary: 'Stores a file (multipart field `file`); its type is decided by its bytes.',
    input: z.object({ purpose: UploadPurpose.default('attachment') }),
    data: StoredFile,
    // Opus in Ogg announces its codec as part of the type. Text of any kind arrives as text/plain.
    accepts: [
      ...rasterImages,
      'application/pdf',
      'text/plain',
      'audio/wav',
      'audio/mpeg',
      'audio/ogg',
      'audio/ogg; codecs=opus',
    ],
    maxBytes: UPLOAD_MAX_BYTES,
    limit: { per: 'user', max: 120, windowSec: 60 },
  }),
  get: download({
    method: 'GET',
    path: '/admin/saas_plat/file/{id}',
    access: 'signedIn',
    summary: 'The bytes of an uploaded file.',
    input: z.object({ id: Id }),
  }),
  page: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/centralized_file/page',
    access: 'files.edit',
    summary: 'The files people of the tenant uploaded, newest first.',
    input: PageQuery.extend({ purpose: UploadPurpose.optional() }),
    data: pageOf(StoredFile.extend({ ownerId: z.number().nullable(), ownerName: z.string() })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/saas_plat/centralized_file/{id}',
    access: 'signedIn',
    summary: 'Deletes an uploaded file: one’s own, or anybody’s with the key files.edit.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
