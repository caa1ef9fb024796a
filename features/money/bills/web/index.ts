import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What the team paid and used, month by month. */
export const bills = webFeature({
  name: 'bills',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/settings/bills', title: 'bills.menu', access: 'bills.view', page: () => import('./bills-page.tsx') },
    {
      path: '/operator/bills',
      title: 'bills.operator.menu',
      access: 'operator',
      console: { icon: 'receipt-text', order: 60 },
      page: () => import('./operator-bills-page.tsx'),
    },
  ],
});
