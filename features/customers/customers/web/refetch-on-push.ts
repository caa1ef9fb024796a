import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CUSTOMERS_CHANGED, customersApi } from '../contract.ts';

const shown = [
  customersApi.list,
  customersApi.myList,
  customersApi.get,
  customersApi.timeline,
  customersApi.duplicates,
];
/** Many changes of one moment are one question: an import tells of each of its steps. */
const PAUSE_MS = 400;

/** Asks again for what is on the page when somebody changed customers; the answer stops it. */
export function refetchCustomersOnPush(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = onEvent(CUSTOMERS_CHANGED, () => {
    timer ??= setTimeout(() => {
      timer = null;
      for (const one of shown) void invalidate(one);
    }, PAUSE_MS);
  });
  return () => {
    stop();
    if (timer) clearTimeout(timer);
  };
}
