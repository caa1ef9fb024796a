import { codes, type CodeOf } from '../codes.ts';

/** How far the check of one call line is (is_check, specification W3). */
export const LineCheckState = codes({
  waiting: { code: 0, key: 'lineCheckState.waiting', tone: 'grey' },
  checking: { code: 1, key: 'lineCheckState.checking', tone: 'blue' },
  connectError: { code: 2, key: 'lineCheckState.connectError', tone: 'red' },
});
export type LineCheckState = CodeOf<typeof LineCheckState>;
