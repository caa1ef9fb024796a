import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What things cost: for a team what it pays, for the operator the lists that say so. */
export const prices = webFeature({
  name: 'prices',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/prices',
      title: 'prices.guide.name',
      access: 'prices.view',
      page: () => import('./guide-page.tsx'),
    },
    {
      path: '/operator/prices',
      title: 'prices.name',
      access: 'operator',
      console: { icon: 'tag', order: 30 },
      page: () => import('./lists-page.tsx'),
    },
    {
      path: '/operator/prices/:id',
      title: 'prices.one',
      access: 'operator',
      console: 'inner',
      back: true,
      page: () => import('./list-page.tsx'),
    },
  ],
});
