import { ChevronDown, Headphones, Phone, PhoneCall, PhoneIncoming, PhoneOff, type LucideIcon } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { headerCode, libraryState } from '#core/phone/phone-codes.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { phoneRefusals } from '#shared/phone-refusals.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { titleNote } from '#platform/web/title-note.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';
import { useNow } from '../now.ts';
import { whoCalls } from '../popover/call/who.ts';
import { phoneWindow, usePhoneWindow } from '../popover/phone-window.ts';
import { Shortcut } from '../shortcuts.ts';
import { lineState, lineTime, threadColour, type LineState } from './line-state.ts';
import '#platform/web/ui/badges.css';
import './line-pill.css';

const StatusMenu = lazy(() => import('./status-menu.tsx'));

/** The thread at the top of the window has the colour of the agent's state, on every page. */
function useThread(tone: LineState['tone']): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--thread', threadColour(tone));
    return () => void style.removeProperty('--thread');
  }, [tone]);
}

/** [PHONE-20] With whom a call goes on stands in the browser's tab, before the page. */
function useTitle(who: string): void {
  useEffect(() => {
    titleNote.set(who && `☎ ${who}`);
    return () => titleNote.set('');
  }, [who]);
}

function Time({ state }: { state: LineState }) {
  const shown = lineTime(state, useNow());
  // It goes on every second: nothing to read aloud.
  return shown === null ? null : (
    <span className="timer line-pill-time" aria-hidden>
      {shown}
    </span>
  );
}

const icons: Partial<Record<HeaderCallState, LucideIcon>> = {
  [HeaderCallState.ringing]: PhoneIncoming,
  [HeaderCallState.dialing]: PhoneCall,
  [HeaderCallState.inboundCall]: PhoneCall,
  [HeaderCallState.outboundCall]: PhoneCall,
  [HeaderCallState.monitoring]: Headphones,
  [HeaderCallState.noAgentInfo]: PhoneOff,
  [HeaderCallState.registrationFailed]: PhoneOff,
};

/** Status, timer and phone of a voice agent, in one pill of the header. */
export default function LinePill() {
  const t = useText();
  const desk = usePhoneDesk();
  const view = usePhoneView();
  const state = lineState(view);
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  const { open } = usePhoneWindow();
  const who = view?.phone.call ? whoCalls(view).title : '';
  useThread(state.tone);
  useTitle(who);
  useAltKey(Shortcut.status, () => setOpened(!opened));
  useAltKey(Shortcut.phone, phoneWindow.toggle);
  const account = view?.phone.account;
  // One click, and at once: whoever sits down here wants the phone here.
  const isElsewhere = account?.is === 'refused' && account.code === phoneRefusals.inUseElsewhere;
  const word = textOf(state.key);
  const code = view && headerCode(view.phone);
  const Icon = (code !== null && icons[code]) || Phone;
  const phoneName = open ? t('softphone.pill.closePhone') : t('softphone.pill.openPhone');
  return (
    <div
      className="line-pill"
      data-tone={state.tone}
      data-phone={view ? libraryState(view.phone) : undefined}
      role="group"
      aria-label={t('softphone.pill.label')}
    >
      <button
        type="button"
        {...button}
        className="line-pill-status"
        aria-keyshortcuts={`Alt+${Shortcut.status}`}
        data-hint={opened ? undefined : t('softphone.pill.statusHint', { key: altKeyText(Shortcut.status) })}
      >
        <i className="line-dot" aria-hidden />
        <span className="visually-hidden">{t('softphone.pill.status', { status: word })}</span>
        <span className="line-pill-word" aria-hidden>
          {word}
        </span>
        {who && <span className="line-pill-who">{who}</span>}
        <Time state={state} />
        <ChevronDown size={14} aria-hidden />
      </button>
      {isElsewhere && !opened && (
        <button type="button" className="line-pill-here" onClick={() => desk?.takeOver()}>
          {t('softphone.pill.useHere')}
        </button>
      )}
      <button
        type="button"
        className="line-pill-phone"
        aria-label={phoneName}
        aria-pressed={open}
        aria-keyshortcuts={`Alt+${Shortcut.phone}`}
        data-hint={`${phoneName} (${altKeyText(Shortcut.phone)})`}
        data-phone-toggle
        onClick={phoneWindow.toggle}
      >
        <Icon size={16} aria-hidden />
      </button>
      <Dropdown opening={opening} label={t('softphone.pill.menu')} width={272} padding={6}>
        <Suspense fallback={<LoadingLines lines={6} />}>
          <StatusMenu onDone={() => setOpened(false)} />
        </Suspense>
      </Dropdown>
    </div>
  );
}
