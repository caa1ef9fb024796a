import { textOf, useText, type TextOf } from '#platform/web/i18n.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { usePhoneView, type PhoneView } from '../desk/phone-desk.ts';
import { ANSWER_KEY } from './answer-key.ts';
import { whoCalls } from './call/who.ts';

/** What goes on, in words that are read aloud when they change: the call, then the work after it, then the status. */
function news(view: PhoneView, t: TextOf): string {
  const { call, over } = view.phone;
  if (over) return t('softphone.call.ended');
  if (call) {
    const who = whoCalls(view).title;
    if (call.monitor) return t('softphone.call.monitoring');
    if (call.at === 'talking' && call.hold.at === 'held') return t('softphone.call.heldNews');
    if (call.at === 'talking') return call.muted ? t('softphone.call.muted') : t('softphone.call.talkingNews', { who });
    return call.at !== 'incoming' && call.direction === 'outbound' ? t('softphone.call.dialingNews', { who }) : '';
  }
  if (view.agent?.wrapUp) return t('softphone.call.wrapUpNews');
  // What the exchange makes of an agent in passing is no news.
  const status = view.agent && AgentStatus.row(view.agent.status);
  return status?.selectable ? t('softphone.pill.status', { status: textOf(status.key) }) : '';
}

/** Tells screen readers what happens to the call; whoever sees has the window. */
export function CallNews() {
  const t = useText();
  const view = usePhoneView();
  const call = view?.phone.call ?? null;
  const isRinging = call?.at === 'incoming' && !call.monitor;
  return (
    <>
      <div className="visually-hidden" role="alert">
        {view && isRinging ? t('softphone.call.incomingNews', { who: whoCalls(view).title, key: ANSWER_KEY }) : ''}
      </div>
      <output className="visually-hidden">{view ? news(view, t) : ''}</output>
    </>
  );
}
