import { useText } from '#platform/web/i18n.ts';
import { usePhoneView } from '../desk/phone-desk.ts';
import { whoCalls } from './call/who.ts';

/** Tells screen readers what happens to the call; whoever sees has the window. */
export function CallNews() {
  const t = useText();
  const view = usePhoneView();
  const { call = null, over = null } = view?.phone ?? {};
  const who = view && call ? whoCalls(view).title : '';
  const isRinging = call?.at === 'incoming' && !call.monitor;
  const quiet = over
    ? t('softphone.call.ended')
    : !call || isRinging
      ? ''
      : call.monitor
        ? t('softphone.call.monitoring')
        : call.at === 'talking'
          ? call.hold.at === 'held'
            ? t('softphone.call.heldNews')
            : t('softphone.call.talkingNews', { who })
          : call.direction === 'outbound'
            ? t('softphone.call.dialingNews', { who })
            : '';
  return (
    <>
      <div className="visually-hidden" role="alert">
        {isRinging ? t('softphone.call.incomingNews', { who }) : ''}
      </div>
      <output className="visually-hidden">{quiet}</output>
    </>
  );
}
