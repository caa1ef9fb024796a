import type en from './text/en-US.json';
import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import { ensureFeatureTexts, webFeature, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import { chatSession, readAlong } from './desk/chat-session.ts';
import { chats } from './who-chats.ts';

export { useMessagesUnread, useMessageWaits } from './desk/chat-session.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const described = {
  name: 'chat',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/interactive/chat',
      title: 'chat.menu',
      access: 'chat.use',
      full: true,
      page: () => import('./chat-page.tsx'),
    },
    {
      path: '/personalSetting/chat',
      title: 'chat.settings',
      access: 'chat.use',
      personal: true,
      icon: 'messages-square',
      when: chats,
      page: () => import('./settings-page.tsx'),
    },
  ],
  waiting: [
    {
      id: 'chats',
      part: () => import('./parts/waiting-chats.tsx'),
      order: 50,
      when: (viewer) => viewer.textSeat && chats(viewer),
    },
  ],
  header: [{ slot: 'tools', item: () => import('./header/qr-codes.tsx'), order: 60 }],
} satisfies Omit<WebFeature, 'start'>;

/** Brings the browser's own sound and notices; the program knows which. */
export type LoadChatParts = () => Promise<{ chatParts: () => ChatParts }>;

/**
 * Conversations with customers, for people with a text seat and those who supervise them; nobody else loads any of it.
 * [SHELL-31] A text seat starts the chats with the session. Who watches over them without one reads along while the page is open.
 */
export const chatWith = (loadParts: LoadChatParts): WebFeature =>
  webFeature({
    ...described,
    start(context) {
      if (!chats(context.viewer)) return () => {};
      if (context.viewer.textSeat) return begin(context, loadParts);
      readAlong.set(() => {
        const begun = begin(context, loadParts);
        return () => void begun.then((end) => end());
      });
      return () => readAlong.set(null);
    },
  });

async function begin({ viewer, go }: FeatureContext, loadParts: LoadChatParts): Promise<() => void> {
  const [{ openChatSession }, { chatParts }] = await Promise.all([
    fetchCode(() => import('./desk/open-chat-session.ts')),
    loadParts(),
    fetchCode(() => ensureFeatureTexts(described)),
  ]);
  const session = openChatSession(viewer, chatParts(), go);
  chatSession.set(session);
  return () => {
    chatSession.set(null);
    session.stop();
  };
}
