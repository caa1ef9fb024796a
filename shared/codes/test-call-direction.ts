import { codes, type CodeOf } from '../codes.ts';

/** What kind of test the start command asks for (callDirection, specification P7). */
export const TestCallDirection = codes({
  text: { code: 3, key: 'testCallDirection.text' },
  voice: { code: 4, key: 'testCallDirection.voice' },
});
export type TestCallDirection = CodeOf<typeof TestCallDirection>;
