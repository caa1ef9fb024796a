import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { ensureFeatureTexts, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { text } from '#platform/web/i18n.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { PREVIEW_DUE, PREVIEW_GIVEN, previewApi } from '../contract.ts';
import { taskAtWorkbench } from './address.ts';
import { clearTaskDesk } from './work/task-desk.ts';

/** Lists are read again when something came of them; whoever got a customer, or promised one a call, is told on whatever page. */
export function watchPreviewTasks({ viewer, go }: FeatureContext, preview: WebFeature): () => void {
  const { page, detail, statistics, customers, myTasks } = previewApi;
  // Of these only what is on the page is asked again.
  const lists = [page, detail, statistics, customers, myTasks];
  const { refresh, stop: stopListening } = throttledRefetch({
    ask: () => Promise.all(lists.map((one) => invalidate(one))),
    onNews() {},
  });
  const stops = [stopListening, ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, refresh))];
  if (viewer.functions.has('preview.use'))
    for (const kind of [PREVIEW_GIVEN, PREVIEW_DUE])
      stops.push(
        onEvent<{ id: number; taskId: number }>(kind, async ({ id, taskId }) => {
          void invalidate(myTasks);
          void invalidate(previewApi.myCustomers);
          await ensureFeatureTexts(preview);
          toast({
            tone: 'info',
            id: `${kind}-${taskId}`,
            text: text(kind === PREVIEW_DUE ? 'preview.dueNow' : 'preview.given'),
            action: { text: text('preview.show'), run: () => go(taskAtWorkbench(kind === PREVIEW_DUE ? id : null)) },
          });
        }),
      );
  return () => {
    clearTaskDesk();
    stops.forEach((stop) => stop());
  };
}
