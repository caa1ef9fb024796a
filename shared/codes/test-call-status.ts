import { codes, type CodeOf } from '../codes.ts';

/** The call of a voice test (specification P3). */
export const TestCallStatus = codes({
  ringing: { code: 1, key: 'testCallStatus.ringing', tone: 'violet' },
  answered: { code: 2, key: 'testCallStatus.answered', tone: 'blue' },
  registered: { code: 4, key: 'testCallStatus.registered', tone: 'green' },
  ended: { code: 5, key: 'testCallStatus.ended', tone: 'grey' },
});
export type TestCallStatus = CodeOf<typeof TestCallStatus>;
