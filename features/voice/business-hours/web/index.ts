import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** When somebody is there to answer. */
export const businessHours = webFeature({
  name: 'business-hours',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/hours',
      title: 'business-hours.menu',
      access: 'business-hours.view',
      page: () => import('./hours-page.tsx'),
    },
  ],
});
