import { openChime } from '#adapters/browser/chime/open-chime.ts';
import { browserNotice, openNotice } from '#adapters/browser/notification/open-notice.ts';
import type { ChatParts } from '#core/chat/chat-parts.port.ts';

/** What chats use of a real browser; the only place where it is chosen. */
export const chatParts = (): ChatParts => ({
  chime: openChime(),
  notice: openNotice(browserNotice(), { tag: 'openseat-chat', stays: false }),
});
