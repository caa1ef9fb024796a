import { CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { text, textFiles } from '#platform/web/i18n.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { PREVIEW_DUE, PREVIEW_GIVEN, previewApi } from '../contract.ts';
import { taskAtWorkbench } from './address.ts';
import { clearTaskDesk } from './work/task-desk.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Tasks whose customers agents look at before they call. */
export const preview: WebFeature = webFeature({
  name: 'preview',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/task/preview', title: 'preview.menu', access: 'preview.view', page: () => import('./tasks-page.tsx') },
    {
      path: '/task/preview/new',
      title: 'preview.new.title',
      access: 'preview.edit',
      back: true,
      page: () => import('./new-task-page.tsx'),
    },
    {
      path: '/task/preview/:id/setup',
      title: 'preview.new.title',
      access: 'preview.edit',
      back: true,
      page: () => import('./setup-page.tsx'),
    },
    {
      path: '/task/preview/:id',
      title: 'preview.task.title',
      access: 'preview.view',
      back: true,
      page: () => import('./task-page.tsx'),
    },
  ],
  waiting: [
    {
      id: 'preview-tasks',
      part: () => import('./work/waiting-tasks.tsx'),
      order: 50,
      when: ({ functions }) => functions.has('preview.use'),
    },
  ],
  parts: {
    workbenchTask: {
      part: () => import('./work/task-work.tsx'),
      when: ({ functions, voiceSeat }) => voiceSeat && functions.has('preview.use'),
    },
  },
  commands: [
    {
      id: 'preview.new',
      title: 'preview.new.title',
      access: 'preview.edit',
      icon: 'megaphone',
      run: ({ go }) => go('/task/preview/new'),
    },
  ],
  start: listen,
});

/** Lists are read again when something came of them; whoever got a customer, or promised one a call, is told on whatever page. */
function listen({ viewer, go }: FeatureContext): () => void {
  const stops: (() => void)[] = [];
  if (viewer.functions.has('preview.view')) {
    const lists = [previewApi.page, previewApi.detail, previewApi.statistics, previewApi.customers];
    const { hear, stop } = throttledRefetch({ ask: () => Promise.all(lists.map((one) => invalidate(one))), tell() {} });
    stops.push(stop, ...[CAMPAIGN_CHANGED, CAMPAIGN_MEMBER_CHANGED].map((kind) => onEvent(kind, hear)));
  }
  if (viewer.functions.has('preview.use'))
    for (const kind of [PREVIEW_GIVEN, PREVIEW_DUE])
      stops.push(
        onEvent<{ id: number; taskId: number }>(kind, async ({ id, taskId }) => {
          void invalidate(previewApi.myTasks);
          void invalidate(previewApi.myCustomers);
          await ensureFeatureTexts(preview);
          toast({
            tone: 'info',
            id: `${kind}-${taskId}`,
            text: text(kind === PREVIEW_DUE ? 'preview.dueNow' : 'preview.given'),
            action: { label: text('preview.show'), run: () => go(taskAtWorkbench(kind === PREVIEW_DUE ? id : null)) },
          });
        }),
      );
  return () => {
    clearTaskDesk();
    stops.forEach((stop) => stop());
  };
}
