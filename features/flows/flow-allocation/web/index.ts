import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Which callers of which number go where. */
export const flowAllocation = webFeature({
  name: 'flow-allocation',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/allocation',
      title: 'flow-allocation.menu',
      access: 'flow-allocation.view',
      page: () => import('./allocation-page.tsx'),
    },
  ],
});
