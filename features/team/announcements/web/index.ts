import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { watchAnnouncements } from './announcement-watch.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What managers tell everybody: the modal that asks to be read, and the page where it is written. */
export const announcements = webFeature({
  name: 'announcements',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/organisation/announcements',
      title: 'announcements.title',
      access: 'announcements.edit',
      page: () => import('./announcements-page.tsx'),
    },
  ],
  header: [{ slot: 'overlay', item: () => import('./unread-announcements.tsx') }],
  start: () => watchAnnouncements(),
});
