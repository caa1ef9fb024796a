import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ringsElsewhere } from '#core/phone/phone-codes.ts';
import { useAltKey } from '#platform/web/keyboard.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { useShellDialog } from '#platform/web/shell-dialogs.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';
import { Shortcut } from '../shortcuts.ts';
import { useAnswerKey } from './answer-key.ts';
import { CallNews } from './call-news.tsx';
import { phoneWindow, usePhoneWindow } from './phone-window.ts';
import { telIn } from './tel-address.ts';

const PhonePanel = lazy(() => import('./phone-panel.tsx'));
const SoundStep = lazy(() => import('./sound-step.tsx'));
/** Long after the first load, so that a call finds its window when the connection is poor. */
const FETCHED_AFTER_MS = 4_000;

/**
 * A call brings the phone to the front; one that was opened for it alone goes away with it. A page that offers a dock
 * shows the call itself: there a phone that is not pinned would only cover it, and shrinks to the pill, which opens it again.
 */
function useOpenForCalls(isBusy: boolean, isShownByPage: boolean): void {
  const openedForCall = useRef(false);
  useEffect(() => {
    const wanted = isBusy && !isShownByPage;
    if (isBusy && isShownByPage && !phoneWindow.get().pinned) phoneWindow.set({ open: false });
    if (wanted && !phoneWindow.get().open) {
      openedForCall.current = true;
      phoneWindow.set({ open: true });
    } else if (!wanted && openedForCall.current) {
      openedForCall.current = false;
      if (!phoneWindow.get().pinned) phoneWindow.set({ open: false });
    }
  }, [isBusy, isShownByPage]);
}

/** The keys of a call work on every page. */
function useCallKeys(): void {
  const desk = usePhoneDesk();
  const call = usePhoneView()?.phone.call ?? null;
  const isRinging = call?.at === 'incoming';
  const isTalking = call?.at === 'talking' && !call.monitor;
  useAnswerKey(isRinging);
  useAltKey(Shortcut.answer, isRinging ? () => desk?.press({ type: 'answerPressed' }) : null);
  useAltKey(Shortcut.hangUp, call ? () => desk?.press({ type: isRinging ? 'declinePressed' : 'hangUpPressed' }) : null);
  useAltKey(
    Shortcut.hold,
    isTalking ? () => desk?.press({ type: call.hold.at === 'none' ? 'holdPressed' : 'unholdPressed' }) : null,
  );
  useAltKey(Shortcut.mute, isTalking ? () => desk?.press({ type: 'mutePressed' }) : null);
}

/** A `tel:` link that the browser opened with us; the address forgets it, or a reload would ask again. */
function useTelLink(hasDesk: boolean): void {
  useEffect(() => {
    const tel = hasDesk ? telIn(window.location.href) : null;
    if (!tel) return;
    window.history.replaceState(window.history.state, '', tel.rest);
    void import('./tel-link.ts').then(({ askToCall }) => askToCall(tel.link));
  }, [hasDesk]);
}

/** The step before available; guides of the browser's permissions come first. */
function AskForSound() {
  const desk = usePhoneDesk();
  const view = usePhoneView();
  const isGuided = useShellDialog()?.kind === 'permission';
  if (!desk || !view?.sound.isAsked || isGuided) return null;
  return (
    <Later opened>
      <SoundStep isHere={view.isOwner} onAnswer={desk.answerSound} />
    </Later>
  );
}

/** The softphone above every page; its code comes when it is first opened. */
export default function PhoneHost() {
  const { open, pinned, dock } = usePhoneWindow();
  const view = usePhoneView();
  const phone = view?.phone ?? null;
  // No page shows a call at another device as its own: here it is held, handed on and ended.
  const isElsewhere = view !== null && ringsElsewhere(view.phone) && view.calls.length > 0;
  useCallKeys();
  useTelLink(usePhoneDesk() !== null);
  useOpenForCalls(isElsewhere || Boolean(phone?.call ?? phone?.over ?? phone?.refused), dock !== null && !isElsewhere);
  useEffect(() => {
    const timer = setTimeout(() => void import('./phone-panel.tsx').catch(() => {}), FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const hasAnswered = phone?.call?.at === 'talking' && phone.call.direction === 'outbound';
  useEffect(() => {
    // Reached: the next number begins empty. One that was busy stays, to be called again.
    if (hasAnswered) phoneWindow.set({ number: '', iso2: null });
  }, [hasAnswered]);
  const isDocked = pinned && dock !== null;
  const panel = open ? (
    <Later opened>
      <PhonePanel isDocked={isDocked} />
    </Later>
  ) : null;
  return (
    <>
      <CallNews />
      <AskForSound />
      {isDocked ? createPortal(panel, dock) : panel}
    </>
  );
}
