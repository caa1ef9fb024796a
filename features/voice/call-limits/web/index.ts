import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where it is said how much, and where to, may be called. */
export const callLimits = webFeature({
  name: 'call-limits',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/limits',
      title: 'call-limits.name',
      access: 'call-limits.view',
      page: () => import('./limits-page.tsx'),
    },
  ],
});
