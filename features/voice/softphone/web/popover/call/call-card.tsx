import { callTimes, clockText, type Countdown } from '#core/phone/call-clock.ts';
import { callStateText } from '#core/phone/phone-codes.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';
import { useNow } from '../../now.ts';
import { CallExtras } from './call-extras.tsx';
import { CallWho } from './call-who.tsx';
import { CallerMark } from './caller-mark.tsx';
import { HandedCall } from './handed-call.tsx';
import { liveOf, whoCalls } from './who.ts';

/** The dark card of a call: with whom, since when, how long still, and what keeps it from being heard. */
export function CallCard({ view }: { view: PhoneView }) {
  const t = useText();
  const { phone } = view;
  const call = phone.call!;
  const live = liveOf(view);
  const times = callTimes(phone, useNow());
  const isHeld = call.hold.at === 'held' || call.hold.at === 'releasing';
  const state = isHeld
    ? t('softphone.call.onHold')
    : call.heldByThem
      ? t('softphone.call.heldByThem')
      : call.muted
        ? t('softphone.call.muted')
        : textOf(CallStateText.row(callStateText(phone)).key);
  return (
    <div className="call-card" data-tone={isHeld || call.muted ? 'warning' : call.sinceMs === null ? 'violet' : 'blue'}>
      <span className="call-state">{state}</span>
      <CallWho who={whoCalls(view)} />
      {live && <CallerMark live={live} />}
      {times.talkedMs !== null && (
        <span
          className="call-timer timer"
          role="timer"
          aria-label={t('softphone.call.duration')}
          data-warning={times.callLeft?.isWarning || undefined}
        >
          {clockText(times.talkedMs)}
        </span>
      )}
      {times.callLeft && <Left text="softphone.call.endsIn" left={times.callLeft} />}
      {isHeld && times.heldMs !== null && (
        <span className="call-line">
          {t('softphone.call.heldFor')} <span className="timer">{clockText(times.heldMs)}</span>
        </span>
      )}
      {isHeld && times.holdLeft && <Left text="softphone.call.holdEndsIn" left={times.holdLeft} />}
      {live && <HandedCall live={live} />}
      {live && <CallExtras live={live} />}
      {live?.phoneAway && (
        <span className="call-line" data-warning>
          {t('softphone.call.phoneAway')}
        </span>
      )}
    </div>
  );
}

function Left({
  text,
  left: { leftSec, isWarning },
}: {
  text: 'softphone.call.endsIn' | 'softphone.call.holdEndsIn';
  left: Countdown;
}) {
  const t = useText();
  return (
    <span className="call-line" data-warning={isWarning || undefined}>
      {t(text)} <span className="timer">{clockText(leftSec * 1_000)}</span>
    </span>
  );
}
