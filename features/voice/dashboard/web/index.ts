import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How calls go, for those who lead. */
export const dashboard = webFeature({
  name: 'dashboard',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  home: [
    {
      id: 'own',
      card: () => import('./home/own-days-card.tsx'),
      span: 4,
      order: 1,
      when: (viewer) => viewer.voiceSeat,
    },
    {
      id: 'team',
      card: () => import('./home/team-day-card.tsx'),
      span: 4,
      order: 2,
      when: (viewer) => can(viewer, 'dashboard.view'),
    },
  ],
  routes: [
    {
      path: '/data/dashboard',
      title: 'dashboard.menu',
      access: 'dashboard.view',
      page: () => import('./dashboard-page.tsx'),
    },
  ],
});
