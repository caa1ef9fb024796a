import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { watchDownloads } from './download-watch.ts';
import { downloadTexts } from './texts.ts';

export { toastExportBegun } from './toast-begun.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The download list in the header. */
export const downloads = webFeature({
  name: 'downloads',
  text: downloadTexts,
  routes: [],
  header: [{ slot: 'tools', item: () => import('./downloads-menu.tsx'), order: 90 }],
  start: () => watchDownloads(),
});
