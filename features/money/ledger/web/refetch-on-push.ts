import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { LEDGER_CHANGED, ledgerApi } from '../contract.ts';

/** Asks again for the money on the page when some came or little is left; the answer stops it. */
export const refetchMoneyOnPush = (): (() => void) =>
  onEvent(LEDGER_CHANGED, () => {
    void invalidate(ledgerApi.account);
    void invalidate(ledgerApi.entries);
  });
