import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature, type WebFeature } from '#platform/web/feature.ts';
import { text, textFiles } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { EVENTS_BEGIN, onEvent } from '#platform/web/user-events.ts';
import { can, useCan, viewer } from '#platform/web/viewer.ts';
import { VOICEMAIL_CHANGED, voicemailsApi, type VoicemailChanged } from '../contract.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

export const VOICEMAIL_PATH = '/interactive/voicemail';

/** Messages callers left; says when one arrives, on whatever page. */
export const voicemails: WebFeature = webFeature({
  name: 'voicemails',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: VOICEMAIL_PATH,
      title: 'voicemails.title',
      access: 'voicemails.use',
      page: () => import('./voicemail-page.tsx'),
    },
  ],
  start({ go, isUnattended }) {
    if (!can(viewer.get(), 'voicemails.use')) return () => {};
    void ensureFeatureTexts(voicemails);
    const look = () =>
      void Promise.all([voicemailsApi.boxes, voicemailsApi.page, voicemailsApi.detail].map((one) => invalidate(one)));
    const stops = [
      onEvent(EVENTS_BEGIN, look),
      onEvent<VoicemailChanged>(VOICEMAIL_CHANGED, async ({ id, arrived }) => {
        look();
        if (!arrived || isUnattended) return;
        await ensureFeatureTexts(voicemails);
        toast({
          tone: 'info',
          text: text('voicemails.arrived'),
          id: `voicemail-${id}`,
          action: { text: text('voicemails.arrived.open'), run: () => go(`${VOICEMAIL_PATH}?message=${id}`) },
        });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  },
});

/** How many new messages wait in the boxes that are the viewer's own. */
export function useFreshMessages(): number {
  const mayHear = useCan()('voicemails.use');
  const { data = [] } = useEndpoint(voicemailsApi.boxes, {}, { enabled: mayHear, handlesFailures: true });
  return data.reduce((sum, { mine, fresh }) => (mine ? sum + fresh : sum), 0);
}
