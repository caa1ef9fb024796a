import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Connections to carriers: how they are reached, how calls are said to them, and how they are now. */
export const sipTrunks = webFeature({
  name: 'trunks',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/settings/trunks', title: 'trunks.name', access: 'trunks.view', page: () => import('./trunks-page.tsx') },
  ],
});
