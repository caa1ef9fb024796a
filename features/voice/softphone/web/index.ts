import { isDiallable } from '#core/phone/diallable.ts';
import type { RefusedCall } from '#core/phone/phone.ts';
import type { SoundKind } from '#core/phone/phone-sound.port.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import type { PoorSide } from '../core/quality-warning.ts';
import {
  ensureFeatureTexts,
  webFeature,
  type Command,
  type FeatureContext,
  type Lazily,
  type WebFeature,
} from '#platform/web/feature.ts';
import { textOf } from '#platform/web/i18n.ts';
import { viewer, type Viewer } from '#platform/web/viewer.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import type { PhoneDeskParts } from './desk/phone-desk-parts.ts';
import { phoneDesk, type PhoneView } from './desk/phone-desk.ts';
import type { NoteView } from './notes/note-keeper.ts';
import { PHONE_SETTINGS } from './settings/address.ts';
import { statusChoices } from './header/status-choices.ts';
import { openDialer } from './popover/phone-window.ts';
import { softphoneTexts } from './texts.ts';

export { phoneDesk, PhoneDeskContext, usePhoneDesk, usePhoneView } from './desk/phone-desk.ts';
export type { PhoneDesk, PhoneView, PressedEvent } from './desk/phone-desk.ts';
export type { PhoneDeskParts } from './desk/phone-desk-parts.ts';
export { useNow } from './now.ts';
export { Shortcut } from './shortcuts.ts';
export { openDialer, phoneDock } from './popover/phone-window.ts';
export { monitorModes, useMonitorPart } from './popover/call/use-monitor-part.ts';
export { useSurvey } from './popover/call/use-survey.ts';
export { useNote } from './notes/use-note.ts';
export { onTheLine } from './popover/call/on-the-line.ts';
export { useCallBack } from './popover/calls/use-call-back.ts';
export { useCallNumber } from './popover/calls/use-call-number.ts';
export type { CalledNumber } from './popover/calls/called.ts';

/** Hands a call on, for pages of other capabilities: `lazily(softphonePart, transferPanel)`. */
export const softphonePart = { name: 'softphone', text: softphoneTexts };
export const transferPanel: Lazily<{ callId: string; onDone: () => void }> = () =>
  import('./popover/call/transfer-panel.tsx');
/** A transfer under way, also three in one conversation, and one that came to nothing. */
export const consulting: Lazily<{ callId: string; transfer: NonNullable<LiveCall['transfer']> }> = async () => ({
  default: (await import('./popover/call/consulting.tsx')).Consulting,
});
export const failedTransfer: Lazily<{ failed: NonNullable<LiveCall['failedTransfer']> }> = async () => ({
  default: (await import('./popover/call/transfer-failure.tsx')).TransferFailure,
});
/** A call that did not come about, and what to do next. */
export const refusedCall: Lazily<{ refused: RefusedCall }> = async () => ({
  default: (await import('./popover/call/refused-call-notice.tsx')).RefusedCallNotice,
});
/** What goes on at a SIP phone beside the page: two calls can become one. */
export const sipPhoneCalls: Lazily<{ view: PhoneView }> = async () => ({
  default: (await import('./popover/call/sip-phone-calls.tsx')).SipPhoneCalls,
});
/** Keys towards the other side. */
export const callKeypad: Lazily = async () => ({ default: (await import('./popover/call/keypad.tsx')).Keypad });
/** How the call sounds, and whose side it is when it has been poor for a while. */
export const signalMeter: Lazily<{ mos: number; bars: number }> = async () => ({
  default: (await import('./popover/call/signal-meter.tsx')).SignalMeter,
});
/** Whether a note is safe already. */
export const noteStanding: Lazily<Pick<NoteView, 'standing'>> = async () => ({
  default: (await import('./notes/note-standing.tsx')).NoteStanding,
});
/** What the network says of who calls. */
export const callerMark: Lazily<{ live: LiveCall }> = async () => ({
  default: (await import('./popover/call/caller-mark.tsx')).CallerMark,
});
/** What colleagues say of a call they gave away or ask about. */
export const handedCall: Lazily<{ live: LiveCall }> = async () => ({
  default: (await import('./popover/call/handed-call.tsx')).HandedCall,
});
/** Who listens to my call, and the way to the team's own page about the customer, where the organisation wants them. */
export const callExtras: Lazily<{ live: LiveCall }> = async () => ({
  default: (await import('./popover/call/call-extras.tsx')).CallExtras,
});
export const poorSound: Lazily<{ side: PoorSide }> = async () => ({
  default: (await import('./popover/call/poor-sound.tsx')).PoorSound,
});
/** Chooses a device of the phone; shows how loud the microphone is, which is open meanwhile. */
export const deviceSelect: Lazily<{ kind: SoundKind; isTitled?: boolean }> = async () => ({
  default: (await import('./sound/device-select.tsx')).DeviceSelect,
});
export const levelBar: Lazily = async () => ({ default: (await import('./sound/level-bar.tsx')).LevelBar });

/** Brings the browser's own line, sound and tabs; the program knows which. */
export type LoadParts = () => Promise<{ phoneParts: (context: FeatureContext) => PhoneDeskParts }>;

const hasVoiceSeat = (viewer: Viewer): boolean => viewer.voiceSeat;

/** What the status menu offers, in its order. */
const statusCommands: Command[] = statusChoices.map(({ code, key }) => ({
  id: `softphone.status.${code}`,
  title: 'softphone.command.status',
  values: () => ({ status: textOf(key) }),
  icon: 'headset',
  when: hasVoiceSeat,
  run: () => phoneDesk.get()?.chooseStatus(code),
}));

const described = {
  name: 'softphone',
  text: softphoneTexts,
  routes: [
    {
      path: PHONE_SETTINGS,
      title: 'softphone.settings.title',
      page: () => import('./settings/phone-page.tsx'),
      personal: true,
      icon: 'phone',
      when: hasVoiceSeat,
    },
  ],
  header: [
    { slot: 'line', item: () => import('./header/line-pill.tsx'), when: hasVoiceSeat },
    { slot: 'tools', item: () => import('./header/auto-answer.tsx'), order: 10, setting: true, when: hasVoiceSeat },
    { slot: 'overlay', item: () => import('./popover/phone-host.tsx'), when: hasVoiceSeat, inFrames: true },
  ],
  commands: [
    ...statusCommands,
    {
      id: 'softphone.dial',
      title: 'softphone.command.dial',
      icon: 'phone',
      when: hasVoiceSeat,
      run: () => openDialer(),
    },
    {
      id: 'softphone.autoAnswer',
      title: 'softphone.command.autoAnswer',
      icon: 'phone',
      when: hasVoiceSeat,
      run: () => void import('./header/switch-auto-answer.ts').then((one) => one.switchAutoAnswer()),
    },
  ],
  offers: (typed) =>
    isDiallable(typed)
      ? [
          {
            id: 'softphone.call',
            title: 'softphone.command.call',
            values: () => ({ number: typed.trim() }),
            icon: 'phone',
            when: hasVoiceSeat,
            order: 10,
            run: () => void import('./popover/calls/call-typed.ts').then((one) => one.callTyped(typed)),
          },
        ]
      : [],
} satisfies Omit<WebFeature, 'start'>;

/** The phone in the page, for people with a voice seat; nobody else loads any of it, and nothing rings where nobody sits. */
export const softphoneWith = (loadParts: LoadParts): WebFeature =>
  webFeature({
    ...described,
    start(context) {
      if (context.isUnattended) return () => {};
      return context.viewer.voiceSeat ? startDesk(context, loadParts) : startWhenSeated(context, loadParts);
    },
  });

/** Whoever gets a voice seat while the page is open has a phone at once. */
function startWhenSeated(context: FeatureContext, loadParts: LoadParts): () => void {
  let isOver = false;
  let end = (): void => {};
  const stopWaiting = viewer.subscribe(() => {
    const seated = viewer.get();
    if (!seated?.voiceSeat) return;
    stopWaiting();
    startDesk({ ...context, viewer: seated }, loadParts)
      .then((stop) => {
        if (isOver) stop();
        else end = stop;
      })
      .catch((problem: unknown) => reportError(problem));
  });
  return () => {
    isOver = true;
    stopWaiting();
    end();
  };
}

async function startDesk(context: FeatureContext, loadParts: LoadParts): Promise<() => void> {
  const [{ openPhoneDesk }, { phoneParts }, { watchNotes }] = await Promise.all([
    fetchCode(() => import('./desk/open-phone-desk.ts')),
    loadParts(),
    fetchCode(() => import('./notes/watch-notes.ts')),
    fetchCode(() => ensureFeatureTexts(described)),
  ]);
  const desk = openPhoneDesk(phoneParts(context));
  phoneDesk.set(desk);
  const stopNotes = watchNotes(context.viewer.userId);
  return () => {
    stopNotes();
    phoneDesk.set(null);
    desk.stop();
  };
}
