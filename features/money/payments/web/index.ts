import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Ways to pay, on the page of the balance; for the operator what there is of them. */
export const payments = webFeature({
  name: 'payments',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/operator/payments',
      title: 'payments.name',
      access: 'operator',
      console: { icon: 'wallet', order: 50 },
      page: () => import('./operator-page.tsx'),
    },
  ],
  parts: {
    balanceTopUp: { part: () => import('./top-up-card.tsx'), when: (viewer) => can(viewer, 'payments.pay') },
  },
});
