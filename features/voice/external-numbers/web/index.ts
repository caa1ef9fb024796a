import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Numbers that are not ours, and the proof that they may be shown. */
export const externalNumbers = webFeature({
  name: 'external-numbers',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/externalNumbers',
      title: 'external-numbers.menu',
      access: 'external-numbers.view',
      page: () => import('./external-numbers-page.tsx'),
    },
  ],
});
