import { shortClock } from '#core/phone/call-clock.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { fromWireTime } from '#shared/wire-time.ts';

/** A moment of the server, in its milliseconds. */
export const momentOf = (moment: string | number): number =>
  typeof moment === 'number' ? moment : fromWireTime(moment);

/** How long something has lasted, counting on by the server's clock. */
export function Since({ at, offsetMs }: { at: string | number | null; offsetMs: number }) {
  const nowMs = useNow();
  return at === null ? (
    <span aria-hidden>–</span>
  ) : (
    <span className="timer">{shortClock(Math.max(0, nowMs + offsetMs - momentOf(at)))}</span>
  );
}
