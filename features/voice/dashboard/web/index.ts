import type home from './home/text/en-US.json';
import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles, textsOfAll } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en>, Readonly<typeof home> {}
}

/** What the cards of the start page say, which brings nothing else of the dashboard. */
const homeTexts = textFiles(import.meta.glob('./home/text/*.json', { import: 'default' }));

/** How calls go, for those who lead. */
export const dashboard = webFeature({
  name: 'dashboard',
  text: textsOfAll(homeTexts, textFiles(import.meta.glob('./text/*.json', { import: 'default' }))),
  home: [
    {
      id: 'own',
      card: () => import('./home/own-days-card.tsx'),
      text: homeTexts,
      span: 4,
      height: 162,
      order: 1,
      when: (viewer) => viewer.voiceSeat,
    },
    {
      id: 'team',
      card: () => import('./home/team-day-card.tsx'),
      text: homeTexts,
      span: 4,
      height: 216,
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
