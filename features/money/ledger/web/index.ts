import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';
import { refetchMoneyOnPush } from './refetch-on-push.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What the balance page gives to parts by which money comes in. */
export interface TopUpProps {
  currency: string;
}

declare module '#platform/web/slots.ts' {
  interface Slots {
    balanceTopUp: TopUpProps;
  }
}

/** The team's balance, what it was used for, and the word to owners when little is left. */
export const ledger = webFeature({
  name: 'ledger',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  header: [{ slot: 'overlay', item: () => import('./low-notice.tsx'), when: (viewer) => can(viewer, 'ledger.view') }],
  start: refetchMoneyOnPush,
  routes: [
    {
      path: '/settings/balance',
      title: 'ledger.name',
      access: 'ledger.view',
      page: () => import('./balance-page.tsx'),
    },
  ],
});

/** What a tenant paid and used, as an operator looks at it. Draw it inside a Suspense. */
export const EntriesBoard = lazily(ledger, () => import('./parts/entries-board.tsx'));
