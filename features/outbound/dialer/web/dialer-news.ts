import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { dialerApi } from '../contract.ts';

type Seen = 'page' | 'detail' | 'customers' | 'calls';

/**
 * Of these only what is on the page is asked for again; the board, which counts, has a slower pace of its own. By their addresses:
 * every page begins with this file, and few with the contract.
 */
const seen: { path: (typeof dialerApi)[Seen]['path'] }[] = [
  { path: '/cc/api/dialerTask/v1/page' },
  { path: '/cc/api/dialerTask/v1/detail' },
  { path: '/cc/api/dialerTask/v1/customers' },
  { path: '/cc/api/dialerTask/v1/calls' },
];

/** Counted over all calls of a task: at a slower pace. */
const counted: { path: (typeof dialerApi)['figures']['path'] } = { path: '/cc/api/dialerTask/v1/figures' };
const FIGURES_REST_MS = 15_000;

/** What is on the page is read again when something came of a task or of one of its customers. */
export function watchDialerTasks(): () => void {
  const lists = throttledRefetch({ ask: () => Promise.all(seen.map((one) => invalidate(one))), onNews() {} });
  const figures = throttledRefetch({ ask: () => invalidate(counted), onNews() {}, restMs: FIGURES_REST_MS });
  const refresh = (): void => {
    lists.refresh();
    figures.refresh();
  };
  const stops = [
    lists.stop,
    figures.stop,
    ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, refresh)),
  ];
  return () => stops.forEach((one) => one());
}
