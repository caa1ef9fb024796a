import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How conversations go, for those who lead. */
export const chatReports = webFeature({
  name: 'chat-reports',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/data/chatReport',
      title: 'chat-reports.menu',
      access: 'chat-reports.view',
      page: () => import('./chat-report-page.tsx'),
    },
  ],
});
