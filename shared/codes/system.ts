import { codes, type CodeOf } from '../codes.ts';

/** The systems an account can belong to (specification W9). The role shown on the user card is the one in 5 (W3). */
export const System = codes({
  platform: { code: 2, key: 'system.platform', givesRoleName: false },
  contactCentre: { code: 5, key: 'system.contactCentre', givesRoleName: true },
});
export type System = CodeOf<typeof System>;
