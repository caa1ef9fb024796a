import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type WebFeature } from '#platform/web/feature.ts';
import { text, textFiles } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { FOLLOW_CHANGED, FOLLOW_DUE, followRecordsApi } from '../contract.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What I am to do with customers; says when one is due, on whatever page. */
export const followRecords: WebFeature = webFeature({
  name: 'follow-records',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/followUps',
      title: 'follow-records.menu',
      access: 'follow-records.use',
      page: () => import('./follow-ups-page.tsx'),
    },
  ],
  waiting: [
    {
      id: 'follow-ups',
      part: () => import('./waiting-follow-ups.tsx'),
      when: ({ functions }) => functions.has('follow-records.use'),
    },
  ],
  start() {
    const stops = [
      onEvent(FOLLOW_CHANGED, () => void invalidate(followRecordsApi.list)),
      onEvent<{ id: number }>(FOLLOW_DUE, async ({ id }) => {
        void invalidate(followRecordsApi.list);
        await ensureFeatureTexts(followRecords);
        toast({ tone: 'info', text: text('follow-records.dueNow'), id: `follow-due-${id}` });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  },
});

/** How many follow-ups are the viewer's to do; asked only where that is wanted. */
export function useOpenFollowUps(isWanted: boolean): number {
  const may = useCan()('follow-records.use');
  const asked = { mine: 'true', open: 'true', page_size: 1 } as const;
  return (
    useEndpoint(followRecordsApi.list, asked, { enabled: may && isWanted, handlesFailures: true }).data?.total ?? 0
  );
}
