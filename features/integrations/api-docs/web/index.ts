import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Every call of the product, explained for people who write programs. */
export const apiDocs = webFeature({
  name: 'api-docs',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/apiDocs', title: 'api-docs.title', access: 'api-docs.view', page: () => import('./api-docs-page.tsx') },
  ],
  commands: [
    {
      id: 'api-docs.open',
      title: 'api-docs.open',
      keywords: ['api', 'openapi', 'curl', 'http'],
      access: 'api-docs.view',
      run: ({ go }) => go('/apiDocs'),
    },
  ],
});
