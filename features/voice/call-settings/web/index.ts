import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How calls behave in an organisation. */
export const callSettings = webFeature({
  name: 'call-settings',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/calls',
      title: 'call-settings.menu',
      access: 'call-settings.view',
      page: () => import('./call-settings-page.tsx'),
    },
  ],
});
