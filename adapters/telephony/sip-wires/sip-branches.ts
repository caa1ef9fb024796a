import { randomBytes } from 'node:crypto';
import { ClientTransaction } from 'sip.js/lib/core/transactions/client-transaction.js';

/**
 * The library's own names of transactions are one of ten million: two calls of a busy minute could meet, and answers could be
 * forged. With eighty bits of chance neither happens.
 */
export function useUnguessableBranches(): void {
  const names = ClientTransaction as unknown as { makeId(request: { method: string; branch?: string }): string };
  names.makeId = ({ method, branch }) =>
    method === 'CANCEL' && branch !== undefined ? branch : `z9hG4bK${randomBytes(10).toString('hex')}`;
}
