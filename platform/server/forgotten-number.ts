import { createHash } from 'node:crypto';

/** Stands for a number that must not be known any more, where a wish or a ban of its owner's still holds. */
export const forgottenNumber = (tenantId: number, number: string): string =>
  `sha256:${createHash('sha256').update(`${tenantId} ${number}`).digest('hex')}`;

export const isForgotten = (number: string): boolean => number.startsWith('sha256:');
