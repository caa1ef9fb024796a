import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Who recognises, speaks and answers in flows. */
export const speech = webFeature({
  name: 'speech',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/speech',
      title: 'speech.menu',
      access: 'speech.settings',
      page: () => import('./speech-page.tsx'),
    },
  ],
});

/** How far this machine's own voice is, for pages that need one. */
export const KitNotice = lazily(speech, () => import('./kit-notice.tsx'));
