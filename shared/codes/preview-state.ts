import { codes, type CodeOf } from '../codes.ts';

/** How far a preview task is (specification P9). */
export const PreviewState = codes({
  notLaunched: { code: 0, key: 'previewState.notLaunched', tone: 'grey' },
  notStarted: { code: 1, key: 'previewState.notStarted', tone: 'grey' },
  inProgress: { code: 2, key: 'previewState.inProgress', tone: 'blue' },
  paused: { code: 3, key: 'previewState.paused', tone: 'warning' },
  expired: { code: 4, key: 'previewState.expired', tone: 'red' },
  completed: { code: 5, key: 'previewState.completed', tone: 'green' },
});
export type PreviewState = CodeOf<typeof PreviewState>;
