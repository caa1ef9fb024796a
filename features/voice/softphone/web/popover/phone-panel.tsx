import { ActionIcon } from '@mantine/core';
import { Move, Pin, PinOff, Volume2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callsByMobile, ringsElsewhere } from '#core/phone/phone-codes.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { useFocusKept, useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useWindowMoves } from '#platform/web/ui/window-place.ts';
import { usePhoneView, type PhoneView } from '../desk/phone-desk.ts';
import { lineState } from '../header/line-state.ts';
import { CallWindow } from './call/call-window.tsx';
import { ElsewhereCall } from './call/elsewhere-call.tsx';
import { RefusedCallNotice } from './call/refused-call-notice.tsx';
import { SignalMeter } from './call/signal-meter.tsx';
import { SipPhoneCalls } from './call/sip-phone-calls.tsx';
import { IdlePhone } from './idle-phone.tsx';
import { PhoneNotices } from './phone-notices.tsx';
import { phoneWindow, usePhoneWindow } from './phone-window.ts';
import './phone.css';

const SoundDialog = lazy(() => import('./sound-dialog.tsx'));
const close = () => phoneWindow.set({ open: false });

/** A phone that is neither pinned nor moved nor in use goes away when something else is clicked. */
function useCloseOutside(closes: boolean) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!closes) return;
    const onDown = (event: PointerEvent) => {
      const target = event.target as Element;
      // What opens from the phone is drawn elsewhere; the pill has its own say.
      if (
        root.current?.contains(target) ||
        target.closest('[data-portal], [role="dialog"], [role="listbox"], .toasts, [data-phone-toggle]')
      )
        return;
      close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [closes]);
  return root;
}

/** What else Escape may be meant for: it stands above the phone or opened from it. */
const OTHERS =
  '[role="dialog"]:not(.phone), [role="alertdialog"], [role="menu"], [aria-haspopup="listbox"][aria-expanded="true"]';

/** Escape closes a phone that is neither pinned nor in use, wherever the focus is. */
function useCloseByKey(closes: boolean) {
  useEffect(() => {
    if (!closes) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || document.querySelector(OTHERS))
        return;
      close();
    };
    // Before whoever closes by the same key has done so.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [closes]);
}

/** The softphone: dialling and the last calls, or the call that goes on. */
export default function PhonePanel({ isDocked }: { isDocked: boolean }) {
  const t = useText();
  const view = usePhoneView();
  const { pinned, at } = usePhoneWindow();
  const [sound, setSound] = useState(false);
  const elsewhere = view && ringsElsewhere(view.phone) ? view.calls.at(-1) : undefined;
  const isBusy = Boolean(view?.phone.call ?? view?.phone.over ?? elsewhere);
  const refused = view?.phone.refused ?? null;
  // Nor does one go that says what was not read yet.
  const isWanted = isBusy || sound || refused !== null;
  const root = useCloseOutside(!pinned && at === null && !isWanted);
  useCloseByKey(!pinned && !isWanted);
  useFocusReturn(true);
  const body = useFocusKept<HTMLDivElement>(isBusy);
  const { head, toNextCorner } = useWindowMoves('.phone', (to) => phoneWindow.set({ at: to }));
  const place = isDocked || !at ? {} : { left: at.x, top: at.y, right: 'auto' };
  return (
    <section
      ref={root}
      className="phone"
      role="dialog"
      aria-label={t('softphone.phone')}
      data-docked={isDocked || undefined}
      style={place}
    >
      <div className="phone-head" {...(isDocked ? {} : head)}>
        <Headline view={view} />
        {!isDocked && (
          <ActionIcon
            className="phone-move"
            size={28}
            aria-label={t('ui.moveWindow')}
            data-hint={t('ui.moveWindow')}
            onClick={toNextCorner}
          >
            <Move size={15} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          size={28}
          aria-label={t('softphone.sound')}
          data-hint={t('softphone.sound')}
          disabled={!view}
          onClick={() => setSound(true)}
        >
          <Volume2 size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={28}
          aria-label={t('softphone.pin')}
          aria-pressed={pinned}
          data-hint={pinned ? t('softphone.unpin') : t('softphone.pinHint')}
          onClick={() => phoneWindow.pin(!pinned)}
        >
          {pinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
        </ActionIcon>
        <ActionIcon size={28} aria-label={t('softphone.close')} data-hint={t('softphone.close')} onClick={close}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </div>
      {view && <PhoneNotices view={view} />}
      {refused && !isBusy && !isDocked && <RefusedCallNotice refused={refused} />}
      {view && !isDocked && <SipPhoneCalls view={view} shown={elsewhere?.callId} />}
      <div className="phone-body" ref={body} tabIndex={-1}>
        {view && elsewhere ? (
          <ElsewhereCall key={elsewhere.callId} live={elsewhere} isMobile={callsByMobile(view.phone)} />
        ) : view && isBusy ? (
          <CallWindow view={view} />
        ) : (
          <IdlePhone />
        )}
      </div>
      <Later opened={sound}>
        <SoundDialog opened={sound} onClose={() => setSound(false)} />
      </Later>
    </section>
  );
}

function Headline({ view }: { view: PhoneView | null }) {
  const { tone, key } = lineState(view);
  return (
    <>
      <i className="line-dot" data-tone={tone} aria-hidden />
      <b className="phone-state">{textOf(key)}</b>
      {view?.quality && <SignalMeter mos={view.quality.mos} bars={view.quality.bars} />}
    </>
  );
}
