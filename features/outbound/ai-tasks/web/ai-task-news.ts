import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { AI_CALLS_CHANGED, aiTasksApi } from '../contract.ts';

/** Of these only what is on the page is asked for again. */
const seen: { path: `/${string}` }[] = [
  aiTasksApi.page,
  aiTasksApi.detail,
  aiTasksApi.statistics,
  aiTasksApi.customers,
  aiTasksApi.calls,
  aiTasksApi.conversation,
  aiTasksApi.live,
];
/** What calls that go on change by themselves. */
const ofCalls = [aiTasksApi.calls, aiTasksApi.live, aiTasksApi.conversation];

/** Whoever watches calls sees them go on while they do; the server tells of them no more often. */
const CALLS_REST_MS = 1_000;

/** What is on the page is read again when something came of a task or of one of its customers. */
export function hearOfAiTasks(): () => void {
  const again = (asked: typeof seen, restMs?: number) =>
    throttledRefetch({
      ask: () => Promise.all(asked.map((one) => invalidate(one))),
      tell() {},
      ...(restMs === undefined ? {} : { restMs }),
    });
  const [tasks, calls] = [again(seen), again(ofCalls, CALLS_REST_MS)];
  const stops = [
    tasks.stop,
    calls.stop,
    ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, tasks.hear)),
    onEvent(AI_CALLS_CHANGED, calls.hear),
  ];
  return () => stops.forEach((one) => one());
}
