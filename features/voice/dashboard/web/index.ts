import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How calls go, for those who lead. */
export const dashboard = webFeature({
  name: 'dashboard',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/data/dashboard',
      title: 'dashboard.menu',
      access: 'dashboard.view',
      page: () => import('./dashboard-page.tsx'),
    },
  ],
});
