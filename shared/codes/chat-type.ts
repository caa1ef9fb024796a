import { codes, type CodeOf } from '../codes.ts';

/**
 * Who wrote a chat message (chat_type 0 or 1, specification W3). Which is which we read from W4: status
 * updates belong to 0, the agent's own; sound and title flash to 1, the customer's.
 */
export const ChatType = codes({
  fromAgent: { code: 0, key: 'chatType.fromAgent' },
  fromCustomer: { code: 1, key: 'chatType.fromCustomer' },
});
export type ChatType = CodeOf<typeof ChatType>;
