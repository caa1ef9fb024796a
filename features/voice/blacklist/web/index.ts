import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where numbers are kept out. */
export const blacklist = webFeature({
  name: 'blacklist',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/blacklist',
      title: 'blacklist.menu',
      access: 'blacklist.view',
      page: () => import('./blacklist-page.tsx'),
    },
  ],
});

/** A button that keeps the number of a call out; for those who hold `blacklist.use`, also if they may not see the number. */
export const BlockNumber = lazily(blacklist, () => import('./parts/block-number.tsx'));
