import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where the addresses that hear of events are kept, and how deliveries went. */
export const webhooks = webFeature({
  name: 'webhooks',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/webhooks',
      title: 'webhooks.menu',
      access: 'webhooks.view',
      page: () => import('./webhooks-page.tsx'),
    },
  ],
  commands: [
    {
      id: 'webhooks.open',
      title: 'webhooks.open',
      keywords: ['webhook', 'events', 'http'],
      access: 'webhooks.view',
      run: ({ go }) => go('/settings/webhooks'),
    },
  ],
});
