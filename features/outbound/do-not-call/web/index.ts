import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Countries' lists of people who want no calls. */
export const doNotCall = webFeature({
  name: 'do-not-call',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/task/doNotCall',
      title: 'do-not-call.menu',
      access: 'do-not-call.view',
      page: () => import('./registers-page.tsx'),
    },
  ],
});
