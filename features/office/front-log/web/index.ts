import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { reportProblems } from './report-problems.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Tells the server of mistakes this page meets, and shows administrators what was told. */
export const frontLog = webFeature({
  name: 'front-log',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/organisation/frontLog',
      title: 'front-log.title',
      access: 'front-log.view',
      page: () => import('./front-log-page.tsx'),
    },
  ],
  start: () => reportProblems(),
});
