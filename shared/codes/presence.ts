import { codes, type CodeOf } from '../codes.ts';

/** What the softphone lets an agent say of themselves (specification P3). */
export const Presence = codes({
  free: { code: 1, key: 'presence.free', tone: 'green' },
  busy: { code: 2, key: 'presence.busy', tone: 'red' },
});
export type Presence = CodeOf<typeof Presence>;
