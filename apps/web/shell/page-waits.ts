import { useLocation } from 'react-router';
import { CHAT_PATH, messageTip } from '#core/shell/chat-entry.ts';
import { useMessageWaits } from '#features/chat/chat/web/index.ts';
import { useOpenFollowUps } from '#features/customers/follow-records/web/index.ts';
import type { WaitingElsewhere } from '#features/office/home/web/home-shell.ts';
import { useFreshMessages, VOICEMAIL_PATH } from '#features/voice/voicemails/web/index.ts';
import { hasText, textOf } from '#platform/web/i18n.ts';

const FOLLOW_UPS = '/followUps';

/** What waits on a page: words for it, and how many where that is known. */
export interface PageWaits {
  tip?: string;
  count?: number;
}

/** What the entries of the menu mark. */
export function usePageWaits(): (key: string) => PageWaits {
  const { pathname } = useLocation();
  const isTipShown = messageTip(useMessageWaits(), pathname) && hasText('chat.tip');
  const fresh = useFreshMessages();
  return (key) => {
    if (key === CHAT_PATH && isTipShown) return { tip: textOf('chat.tip') };
    return key === VOICEMAIL_PATH && fresh > 0 && hasText('voicemails.fresh')
      ? { tip: textOf('voicemails.fresh', { count: fresh }), count: fresh }
      : {};
  };
}

/** The same as lines of the start page, so that it never says that nothing waits beside a mark. */
export function useWaitingElsewhere(isHome: boolean): WaitingElsewhere[] {
  const waits = usePageWaits();
  const open = useOpenFollowUps(isHome);
  const followUps =
    open > 0 && hasText('home.waiting.followUps') ? textOf('home.waiting.followUps', { count: open }) : undefined;
  return [
    ...[VOICEMAIL_PATH, CHAT_PATH].map((to) => ({ to, title: waits(to).tip })),
    { to: FOLLOW_UPS, title: followUps },
  ].flatMap(({ to, title }) => (title ? [{ to, title }] : []));
}
