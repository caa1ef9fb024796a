import type { SyncTrouble } from '../../contract/carriers.ts';

/** Why a list was not read to its end, in the words of the same refusal. */
export const failureTexts = {
  credentials: 'error.carrierCredentials',
  busy: 'did-numbers.sync.busy',
  unreachable: 'error.carrierUnreachable',
  notUnderstood: 'error.carrierNotUnderstood',
  badAddress: 'error.carrierBadAddress',
  tooMany: 'did-numbers.sync.tooMany',
} as const satisfies Record<Exclude<SyncTrouble, ''>, string>;
