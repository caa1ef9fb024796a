import { closesPage } from '#core/phone/status-rules.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { headersOf } from '#platform/web/call.ts';
import { session } from '#platform/web/session.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';

/** [STATUS-12] Where the specification has it, outside the prefix of the rest. */
const PATH = seatsApi.switchOnlineStatus.alsoAt?.[0] ?? seatsApi.switchOnlineStatus.path;

/** A page that is closed, and not merely left for another, takes its person offline; the answer stops it. */
export function goOfflineOnClose(isOwner: () => boolean, nowMs: () => number = () => performance.now()): () => void {
  let askedMs: number | null = null;
  const before = (): void => void (askedMs = nowMs());
  const gone = (): void => {
    if (!isOwner() || session.token() === null || !closesPage(askedMs, nowMs())) return;
    const body = JSON.stringify({ online_status: SeatOnline.offline, closing: true });
    void fetch(PATH, { method: 'PUT', keepalive: true, headers: headersOf(body), body }).catch(() => {});
  };
  window.addEventListener('beforeunload', before);
  window.addEventListener('pagehide', gone);
  return () => {
    window.removeEventListener('beforeunload', before);
    window.removeEventListener('pagehide', gone);
  };
}
