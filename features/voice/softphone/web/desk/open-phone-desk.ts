import { newPhone } from '#core/phone/phone.ts';
import { carriesCall } from '#core/phone/phone-codes.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneSound } from '#core/phone/phone-sound.port.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { onSigningOut } from '#platform/web/signing-out.ts';
import { startEngine, type DeskEngine } from './desk-engine.ts';
import type { DeskCommand, DeskMirror, DeskParts } from './desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import { performShow } from './perform-show.ts';
import { goOfflineOnClose } from './closing-page.ts';
import { PHONE_SETTINGS } from '../settings/address.ts';
import type { PhoneDesk, PhoneView } from './phone-desk.ts';

/** How much of what a hidden tab wanted to show the others are told. */
const TOLD_AT_MOST = 5;

/**
 * The phone of this session: carried by one tab, shown and used in all (CALL-20).
 *
 * 1. The tab that carries it runs the engine, and shows its phone to the others after every change.
 * 2. What is pressed anywhere is done by the tab that carries it.
 * 3. Notices and dialogs appear where the person looks: here, or, while this tab is hidden, in those that are seen.
 */
export function openPhoneDesk(parts: DeskParts): PhoneDesk & { stop(): void } {
  const watchers = new Set<() => void>();
  let engine: DeskEngine | null = null;
  let told: DeskMirror['told'] = [];
  let toldCount = 0;
  let left = false;
  /** Shown by another tab up to here; null before it was heard of. */
  let heardId: number | null = null;
  const onLeft: (() => void)[] = [];
  let drawing = false;
  let stopped = false;

  const nobody = (): PhoneView => ({
    phone: newPhone(),
    agent: null,
    isLinked: false,
    calls: [],
    quality: null,
    isOwner: false,
    sound: soundNow(),
    seatAhead: null,
    clockOffsetMs: 0,
  });
  const soundNow = (): PhoneView['sound'] => ({
    permission: 'prompt',
    devices: parts.sound.devices(),
    volumes: parts.sound.volumes(),
    needsGesture: parts.sound.needsGesture(),
    isAsked: false,
  });
  let view: PhoneView = nobody();

  function showView(next: PhoneView): void {
    view = next;
    for (const watcher of watchers) watcher();
  }

  /** Several changes of one moment are one. */
  function changed(): void {
    if (drawing || stopped) return;
    drawing = true;
    queueMicrotask(() => {
      drawing = false;
      publish();
    });
  }

  function publish(): void {
    if (!engine || stopped) return;
    const mirror = engine.mirror();
    showView({ ...mirror, isOwner: true });
    tabs.show({ ...mirror, told, left });
  }

  function show(what: DeskShow): void {
    const isSeen = document.visibilityState === 'visible';
    // Only a tab that is seen can have been pressed.
    if (isSeen || what.kind !== 'offerNext') performShow(what, parts, chooseNext);
    if (isSeen) return;
    told = [...told, { id: (toldCount += 1), show: what }].slice(-TOLD_AT_MOST);
    changed();
  }

  /** Another tab carries the phone: what it tells is shown. */
  function follow(): void {
    const { at, phone: mirror } = tabs.current();
    if (engine || at === 'owner' || stopped) return;
    if (!mirror) return view.isOwner || view.agent ? showView(nobody()) : undefined;
    const { told: news, left: isLeft, ...shown } = mirror;
    showView({ ...shown, isOwner: false });
    const newest = news.at(-1)?.id ?? 0;
    const fresh = heardId === null ? [] : news.filter(({ id }) => id > heardId!);
    heardId = newest;
    if (document.visibilityState === 'visible') for (const one of fresh) performShow(one.show, parts, chooseNext);
    if (isLeft) for (const done of onLeft.splice(0)) done();
  }

  function perform(command: DeskCommand): void {
    if (command.type === 'signOut') return void signOutHere();
    engine?.perform(command);
  }

  async function signOutHere(): Promise<void> {
    await engine?.signOut();
    left = true;
    publish();
    for (const done of onLeft.splice(0)) done();
  }

  const tabs = parts.openTabs({
    carry() {
      engine?.stop();
      [told, toldCount, left] = [[], 0, false];
      engine = startEngine(parts, show, changed);
      changed();
    },
    drop() {
      engine?.stop();
      engine = null;
      heardId = null;
      showView(nobody());
    },
    perform,
    isInCall: ({ phone }) => carriesCall(phone),
  });
  const command = (wanted: DeskCommand): void => tabs.command(wanted);
  const chooseNext = (status: Extract<DeskCommand, { type: 'chooseNext' }>['status']): void =>
    command({ type: 'chooseNext', status });

  /** [STATUS-11] Whichever tab signs out: the session ends after this. */
  const signOut = (): Promise<void> =>
    new Promise((resolve) => {
      onLeft.push(resolve);
      // The tab that carries the phone bounds its steps itself; one that does not answer must not hold anybody back.
      if (!engine) parts.clock.later(PHONE.leaveStepMs, resolve);
      command({ type: 'signOut' });
    });

  const endings = [
    tabs.watch(follow),
    onSigningOut(signOut),
    parts.sound.onEvent(() => {
      if (!engine && !tabs.current().phone) showView({ ...view, sound: soundNow() });
    }),
    parts.hasTextSeat ? goOfflineOnClose(() => engine !== null) : () => {},
  ];
  follow();

  const sound: PhoneSound = {
    ...parts.sound,
    devices: () => view.sound.devices,
    volumes: () => view.sound.volumes,
    choose: (kind, deviceId) => command({ type: 'chooseDevice', kind, deviceId }),
    setVolume: (which, volume) => command({ type: 'setVolume', which, volume }),
  };

  return {
    view: () => view,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    press: (event) => command({ type: 'press', event }),
    chooseStatus(status) {
      // Browsers want a click before they let us ask whether calls may be noticed outside the page.
      if (status === AgentStatus.available) void parts.notice.ask();
      command({ type: 'chooseStatus', status });
    },
    endWrapUp: () => command({ type: 'endWrapUp' }),
    extendWrapUp: (seconds) => command({ type: 'extendWrapUp', seconds }),
    takeOver: () => command({ type: 'takeOver' }),
    openSettings: () => parts.go(PHONE_SETTINGS),
    answerSound: (yes) => command({ type: 'answerSound', yes }),
    sound,
    notice: parts.notice,
    tryOut: (what, ended) => parts.tones.tryOut(what, ended),
    stop() {
      stopped = true;
      for (const end of endings) end();
      engine?.stop();
      engine = null;
      tabs.close();
    },
  };
}
