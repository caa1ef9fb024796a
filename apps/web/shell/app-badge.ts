import { useEffect } from 'react';
import { useMessagesUnread } from '#features/chat/chat/web/index.ts';
import { useFreshMessages } from '#features/voice/voicemails/web/index.ts';

/** How much waits, on the icon of the installed app: conversations with something unread, and messages nobody heard. */
export function useAppBadge(): void {
  const count = useMessagesUnread() + useFreshMessages();
  useEffect(() => {
    // Browsers that have no icon to write on refuse, or do not know it.
    void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
  }, [count]);
}
