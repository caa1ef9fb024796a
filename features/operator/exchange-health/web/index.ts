import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How the exchange is, for whoever runs the installation. */
export const exchangeHealth = webFeature({
  name: 'exchange-health',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      access: 'operator',
      path: '/operator/exchange',
      title: 'exchange-health.name',
      console: { icon: 'phone-call', order: 45 },
      page: () => import('./exchange-page.tsx'),
    },
  ],
});
