import { codes, type CodeOf } from '../codes.ts';

/** What the page reports when an agent comes and goes (specification W7). */
export const WebPresence = codes({
  signedIn: { code: 'login-web', key: 'webPresence.signedIn', tone: 'green' },
  signedOut: { code: 'logout-web', key: 'webPresence.signedOut', tone: 'grey' },
});
export type WebPresence = CodeOf<typeof WebPresence>;
