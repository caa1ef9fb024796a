import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Conversations that flows had. */
export const flowTalks = webFeature({
  name: 'flow-talks',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/aiCall',
      title: 'flow-talks.menu',
      access: 'flow-talks.view',
      hidesSettings: true,
      page: () => import('./ai-call-page.tsx'),
    },
  ],
});
