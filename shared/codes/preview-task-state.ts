import { codes, type CodeOf } from '../codes.ts';

/** Whether the work on a customer of a preview task is done (specification P9). */
export const PreviewTaskState = codes({
  incomplete: { code: 0, key: 'previewTaskState.incomplete', tone: 'grey' },
  completed: { code: 1, key: 'previewTaskState.completed', tone: 'green' },
});
export type PreviewTaskState = CodeOf<typeof PreviewTaskState>;
