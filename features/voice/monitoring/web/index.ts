import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What supervisors see: agents, groups and calls as they are, on a page and on a wall. */
export const monitoring = webFeature({
  name: 'monitoring',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/seatStatus',
      title: 'monitoring.menu',
      access: 'monitoring.view',
      bare: (query) => query.get('wall') === '1',
      page: () => import('./monitoring-page.tsx'),
    },
  ],
});

/** The group of a call that is listened to, for the workbench; comes with the first such call. */
export const ListenedGroup = lazily(monitoring, () => import('./parts/listened-group.tsx'));
