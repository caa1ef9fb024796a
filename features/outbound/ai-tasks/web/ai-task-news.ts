import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { AI_CALLS_CHANGED, aiTasksApi } from '../contract.ts';

type Seen = 'page' | 'detail' | 'statistics' | 'customers' | 'calls' | 'conversation' | 'live';
type Paths = { path: (typeof aiTasksApi)[Seen]['path'] }[];

/** What calls that go on change by themselves. By their addresses: every page begins with this file, and few with the contract. */
const ofCalls: Paths = [
  { path: '/cc/api/flowManager/v1/task/callPage' },
  { path: '/cc/api/flowManager/v1/task/conversation' },
  { path: '/cc/api/flowManager/v1/task/live' },
];
/** Of these only what is on the page is asked for again. */
const seen: Paths = [
  { path: '/cc/api/flowManager/v1/task/page' },
  { path: '/cc/api/flowManager/v1/task/detail' },
  { path: '/cc/api/flowManager/v1/task/statistics' },
  { path: '/cc/api/flowManager/v1/task/customerPage' },
  ...ofCalls,
];
const callsChanged: typeof AI_CALLS_CHANGED = 'ai-tasks.calls';

/** Whoever watches calls sees them go on while they do; the server tells of them no more often. */
const CALLS_REST_MS = 1_000;

/** What is on the page is read again when something came of a task or of one of its customers. */
export function watchAiTasks(): () => void {
  const again = (asked: Paths, restMs?: number) =>
    throttledRefetch({
      ask: () => Promise.all(asked.map((one) => invalidate(one))),
      onNews() {},
      ...(restMs === undefined ? {} : { restMs }),
    });
  const [tasks, calls] = [again(seen), again(ofCalls, CALLS_REST_MS)];
  const stops = [
    tasks.stop,
    calls.stop,
    ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, tasks.refresh)),
    onEvent(callsChanged, calls.refresh),
  ];
  return () => stops.forEach((one) => one());
}
