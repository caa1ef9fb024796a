import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where quick replies are kept. */
export const quickReplies = webFeature({
  name: 'quick-replies',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/quickReplies',
      title: 'quick-replies.menu',
      access: 'quick-replies.use',
      page: () => import('./quick-replies-page.tsx'),
    },
  ],
});
