import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The help: short pages in the reader's language, found from the header and the command bar. */
export const help = webFeature({
  name: 'help',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/help', title: 'help.title', page: () => import('./help-page.tsx') },
    { path: '/help/:slug', title: 'help.title', page: () => import('./help-page.tsx') },
  ],
  header: [{ slot: 'tools', order: 95, item: () => import('./help-button.tsx'), inConsole: true }],
  commands: [{ id: 'help.open', title: 'help.open', keywords: ['help', '?'], run: ({ go }) => go('/help') }],
});
