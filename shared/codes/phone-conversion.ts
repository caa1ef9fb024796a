import { codes, type CodeOf } from '../codes.ts';

/** What the phone conversion call is asked to do (oprType, specification W6). */
export const PhoneConversion = codes({
  check: { code: 1, key: 'phoneConversion.check' },
  encrypt: { code: 2, key: 'phoneConversion.encrypt' },
});
export type PhoneConversion = CodeOf<typeof PhoneConversion>;
