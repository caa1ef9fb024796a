import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What the server says of its own health to those who can do something about it. */
export const echo = webFeature({
  name: 'echo',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [
    { slot: 'overlay', item: () => import('./storage-notice.tsx'), when: (viewer) => can(viewer, 'access.view') },
  ],
});
