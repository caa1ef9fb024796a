import { callStateText } from '#core/phone/phone-codes.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { textOf } from '#platform/web/i18n.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';
import { ActiveCall } from './active-call.tsx';
import { RingingCall } from './ringing-call.tsx';
import { MonitoredCall } from './monitored-call.tsx';

/** The call that rings, goes on or has just ended. */
export function CallWindow({ view }: { view: PhoneView }) {
  const { call } = view.phone;
  if (!call)
    return (
      <div className="call-card call-over">
        <b>{textOf(CallStateText.row(callStateText(view.phone)).key)}</b>
      </div>
    );
  if (call.monitor) return <MonitoredCall view={view} />;
  const isRinging =
    call.direction === 'inbound' && call.sinceMs === null && (call.at === 'incoming' || call.at === 'answering');
  // A call after another begins with nothing open.
  return isRinging ? <RingingCall view={view} /> : <ActiveCall key={call.session} view={view} />;
}
