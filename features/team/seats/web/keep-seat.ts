import { closesPage } from '#core/phone/status-rules.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { headersOf } from '#platform/web/call.ts';
import { session } from '#platform/web/session.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { SEATS_CHANGED, seatsApi, type SeatState } from '../contract.ts';
import { otherTabs, type OtherTabs } from './other-tabs.ts';
import { showSeat } from './use-online.ts';

/** [STATUS-12] Where the specification has it, outside the prefix of the rest. */
const PATH = seatsApi.switchOnlineStatus.alsoAt?.[0] ?? seatsApi.switchOnlineStatus.path;

/**
 * Follows what other tabs choose; the last page that is closed, and not merely left for another, takes its person offline.
 * Whichever tab a phone lives in: the text seat is everybody's until the last one is closed.
 */
export function keepSeat(
  userId: number,
  tabs: OtherTabs = otherTabs(userId),
  nowMs: () => number = () => performance.now(),
): () => void {
  const stop = onEvent<SeatState>(SEATS_CHANGED, showSeat);
  let askedMs: number | null = null;
  const before = (): void => void (askedMs = nowMs());
  const gone = (): void => {
    tabs.leave();
    if (tabs.areThere() || session.token() === null || !closesPage(askedMs, nowMs())) return;
    const body = JSON.stringify({ online_status: SeatOnline.offline, closing: true });
    void fetch(PATH, { method: 'PUT', keepalive: true, headers: headersOf(body), body }).catch(() => {});
  };
  window.addEventListener('beforeunload', before);
  window.addEventListener('pagehide', gone);
  return () => {
    stop();
    tabs.leave();
    window.removeEventListener('beforeunload', before);
    window.removeEventListener('pagehide', gone);
  };
}
