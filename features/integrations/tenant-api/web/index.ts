import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where keys for programs are made and taken away. */
export const tenantApi = webFeature({
  name: 'tenant-api',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/api',
      title: 'tenant-api.menu',
      access: 'tenant-api.view',
      page: () => import('./api-keys-page.tsx'),
    },
  ],
  commands: [
    {
      id: 'tenant-api.open',
      title: 'tenant-api.open',
      keywords: ['api', 'key', 'token'],
      access: 'tenant-api.view',
      run: ({ go }) => go('/settings/api'),
    },
  ],
});
