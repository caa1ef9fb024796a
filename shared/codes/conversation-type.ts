import { codes, type CodeOf } from '../codes.ts';

/** Where a conversation came from; the specification (P9) numbers only the call centre. */
export const ConversationType = codes({
  callCentre: { code: 3, key: 'conversationType.callCentre' },
});
export type ConversationType = CodeOf<typeof ConversationType>;
