import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Numbers people outside can call, and who answers them. */
export const didNumbers = webFeature({
  name: 'did-numbers',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/numbers',
      title: 'did-numbers.menu',
      access: 'did-numbers.view',
      page: () => import('./numbers-page.tsx'),
    },
  ],
});
