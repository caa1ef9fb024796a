import { z } from 'zod';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { download, endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

export const DownloadItem = z.object({
  id: z.number(),
  fileName: z.string(),
  /** Empty until the file is there. */
  fileUrl: z.string(),
  /** A task that failed has the status `expired`, since the specification has no other; `reason` then says why. */
  status: DownloadStatus.schema,
  /** In the caller's language. */
  statusName: z.string(),
  /** Why there is no file and what to do, in the caller's language; empty when nothing is wrong. */
  reason: z.string(),
  /** Percent. */
  progress: z.number().int(),
  bytes: z.number().nullable(),
  createdAt: WireTime,
  expiresAt: WireTime.nullable(),
});
export type DownloadItem = z.infer<typeof DownloadItem>;

export const downloadsApi = {
  list: endpoint({
    method: 'GET',
    path: '/cc/api/download/v1/list',
    access: 'signedIn',
    summary: 'My exports, newest first, at most 100.',
    input: nothing,
    data: z.array(DownloadItem),
    renewsSession: false,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/cc/api/download/v1/{id}',
    access: 'signedIn',
    summary: 'Removes one of my exports; a running one is stopped.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  file: download({
    method: 'GET',
    path: '/cc/api/download/v1/{id}/file',
    access: 'signedIn',
    summary: 'The file of one of my finished exports.',
    logged: true,
    input: z.object({ id: Id }),
  }),
};

/** Pushed to the owner when one of their exports changed its state. */
export const DOWNLOADS_CHANGED = 'downloads.changed';
