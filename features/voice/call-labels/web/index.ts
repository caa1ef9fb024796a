import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where the labels of calls are kept. */
export const callLabels = webFeature({
  name: 'call-labels',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/callLabels',
      title: 'call-labels.menu',
      access: 'call-labels.edit',
      page: () => import('./call-labels-page.tsx'),
    },
  ],
});
