import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The download list in the header. */
export const downloads = webFeature({
  name: 'downloads',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [{ slot: 'tools', item: () => import('./downloads-menu.tsx'), order: 90 }],
  start: async () => (await import('./download-watch.ts')).watchDownloads(),
});
