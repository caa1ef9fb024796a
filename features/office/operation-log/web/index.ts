import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Who did what. */
export const operationLog = webFeature({
  name: 'operation-log',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/organisation/operationLog',
      title: 'operation-log.title',
      access: 'operation-log.view',
      page: () => import('./operation-log-page.tsx'),
    },
  ],
});

/** Another log of the same shape, where it stands on a page of its own. Draw it inside a Suspense. */
export const LogBoard = lazily(operationLog, () => import('./parts/log-board.tsx'));
