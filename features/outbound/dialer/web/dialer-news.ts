import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { dialerApi } from '../contract.ts';

/** Of these only what is on the page is asked for again. */
const seen = [dialerApi.page, dialerApi.detail, dialerApi.customers, dialerApi.calls, dialerApi.board];

/** What is on the page is read again when something came of a task or of one of its customers. */
export function hearOfDialerTasks(): () => void {
  const { hear, stop } = throttledRefetch({
    ask: () => Promise.all(seen.map((one) => invalidate(one))),
    tell() {},
  });
  const stops = [stop, ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, hear))];
  return () => stops.forEach((one) => one());
}
