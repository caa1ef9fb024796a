import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where customers write from, and how it looks to them. */
export const chatChannels = webFeature({
  name: 'chat-channels',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/chat',
      title: 'chat-channels.menu',
      access: 'chat-channels.view',
      page: () => import('./channels-page.tsx'),
    },
  ],
});
