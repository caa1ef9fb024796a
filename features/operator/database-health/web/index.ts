import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How the database is, for whoever runs the installation. */
export const databaseHealth = webFeature({
  name: 'database-health',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      access: 'operator',
      path: '/operator/database',
      title: 'database-health.name',
      console: { icon: 'database', order: 65 },
      page: () => import('./database-page.tsx'),
    },
  ],
});
