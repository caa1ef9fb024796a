import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Backups of the installation: how they are, when they are made, and what waits since one was restored. */
export const backups = webFeature({
  name: 'backups',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      access: 'operator',
      path: '/operator/backups',
      title: 'backups.name',
      console: { icon: 'archive', order: 75 },
      page: () => import('./backups-page.tsx'),
    },
  ],
});

/** When the last good one was and what is wrong, for the first page of the console. Draw it inside a Suspense. */
export const BackupCard = lazily(backups, () => import('./backup-card.tsx'));
