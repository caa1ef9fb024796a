import type { AccountsProps } from './accounts.tsx';
import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Accounts at carriers of messages; shown among the chat channels. */
export const chatCarriers = webFeature({
  name: 'chat-carriers',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
});

/** The accounts as cards, and the choice of a kind for a new channel; for the page of channels. */
export const CarrierAccounts = lazily<AccountsProps>(chatCarriers, () => import('./accounts.tsx'));
