import { codes, type CodeOf } from '../codes.ts';

/** How far an export is (specification W3). 0 and 1 are both "in progress" there; that 0 still waits for its turn is ours. */
export const DownloadStatus = codes({
  waiting: { code: 0, key: 'downloadStatus.waiting', tone: 'grey', inProgress: true },
  exporting: { code: 1, key: 'downloadStatus.exporting', tone: 'blue', inProgress: true },
  done: { code: 2, key: 'downloadStatus.done', tone: 'green', inProgress: false },
  expired: { code: 3, key: 'downloadStatus.expired', tone: 'grey', inProgress: false },
});
export type DownloadStatus = CodeOf<typeof DownloadStatus>;
