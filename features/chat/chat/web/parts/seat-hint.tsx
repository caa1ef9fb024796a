import { seatsApi } from '#features/team/seats/contract.ts';
import { useSwitchOnline } from '#features/team/seats/web/index.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { useChatLine } from '../desk/chat-session.ts';

/** Why no conversations come, and what to do about it. */
export function SeatHint() {
  const t = useText();
  const line = useChatLine();
  const hasSeat = useViewer()?.textSeat ?? false;
  const { data } = useEndpoint(seatsApi.onlineStatus, {}, { handlesFailures: true, enabled: hasSeat });
  const switchTo = useSwitchOnline();
  if (line === 'broken' || line === 'lost')
    return (
      <output className="chat-hint" data-tone="warning">
        {t(line === 'lost' ? 'chat.line.lost' : 'chat.line.broken')}
      </output>
    );
  if (!hasSeat || data?.online_status !== SeatOnline.offline) return null;
  return (
    <output className="chat-hint" data-tone="grey">
      {t('chat.offline')}{' '}
      <button type="button" onClick={() => switchTo(SeatOnline.online)}>
        {t('chat.goOnline')}
      </button>
    </output>
  );
}
