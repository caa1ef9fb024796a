import { codes, type CodeOf } from '../codes.ts';

/** What came of calling a customer of a preview task (specification P9). */
export const PreviewResult = codes({
  notCalled: { code: 0, key: 'previewResult.notCalled', tone: 'grey' },
  normalEnd: { code: 1, key: 'previewResult.normalEnd', tone: 'green' },
  missed: { code: 2, key: 'previewResult.missed', tone: 'warning' },
  unableToConnect: { code: 3, key: 'previewResult.unableToConnect', tone: 'red' },
});
export type PreviewResult = CodeOf<typeof PreviewResult>;
