import { codes, type CodeOf } from '../codes.ts';

/** Whether a customer agreed to be contacted; ours. */
export const Consent = codes({
  unknown: { code: 0, key: 'consent.unknown' },
  given: { code: 1, key: 'consent.given' },
  withdrawn: { code: 2, key: 'consent.withdrawn' },
});
export type Consent = CodeOf<typeof Consent>;
