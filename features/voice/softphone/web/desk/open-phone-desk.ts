import { carriesCall } from '#core/phone/phone-codes.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { holdSignOut } from '#platform/web/held-sign-out.ts';
import { textOf } from '#platform/web/i18n.ts';
import { askBeforeSigningOut, onSigningOut } from '#platform/web/signing-out.ts';
import { createStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { signOutLoss } from '../../core/sign-out-loss.ts';
import { deskButtons } from './desk-buttons.ts';
import type { DeskEngine } from './desk-engine.ts';
import type { DeskCommand, PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import { isSomebodys, nobodysPhone, soundHere } from './nobodys-phone.ts';
import { oncePerMoment } from './once-per-moment.ts';
import { performShow } from './perform-show.ts';
import type { PhoneDesk, PhoneView } from './phone-desk.ts';
import { signOutQuestion } from './sign-out-question.ts';
import { startEngine } from './start-engine.ts';
import { newShowReader, newHiddenShows } from './hidden-shows.ts';

/**
 * The phone of this session: carried by one tab, shown and used in all (CALL-20).
 *
 * 1. The tab that carries it runs the engine, and shows its phone to the others after every change.
 * 2. What is pressed anywhere is done by the tab that carries it.
 * 3. Notices and dialogs appear where the person looks: here, or, while this tab is hidden, in those that are seen.
 */
export function openPhoneDesk(parts: PhoneDeskParts): PhoneDesk & { stop(): void } {
  const view = createStore<PhoneView>(nobodysPhone(parts.sound));
  let engine: DeskEngine | null = null;
  const hiddenShows = newHiddenShows();
  const showReader = newShowReader();
  let left = false;
  const onLeft: (() => void)[] = [];
  let stopped = false;

  const changed = oncePerMoment(publish);
  function publish(): void {
    if (!engine || stopped) return;
    const mirror = engine.mirror();
    view.set({ ...mirror, isOwner: true });
    tabs.show({ ...mirror, told: hiddenShows.list(), left });
  }

  function show(what: DeskShow): void {
    const isSeen = document.visibilityState === 'visible';
    // Only a tab that is seen can have been pressed, and only from one that is seen does a browser open another.
    if (isSeen || (what.kind !== 'offerNext' && what.kind !== 'customerPage')) performShow(what, parts, chooseNext);
    if (isSeen) return;
    hiddenShows.add(what);
    changed();
  }

  /** Another tab carries the phone: what it tells is shown. */
  function follow(): void {
    const { at, phone: mirror } = tabs.current();
    if (engine || at === 'owner' || stopped) return;
    if (!mirror) return isSomebodys(view.get()) ? view.set(nobodysPhone(parts.sound)) : undefined;
    const { told: news, left: isLeft, ...shown } = mirror;
    view.set({ ...shown, isOwner: false });
    const fresh = showReader.fresh(news);
    if (document.visibilityState === 'visible') for (const one of fresh) performShow(one, parts, chooseNext);
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
      hiddenShows.clear();
      left = false;
      engine = startEngine(parts, show, changed);
      changed();
    },
    drop() {
      engine?.stop();
      engine = null;
      showReader.forget();
      view.set(nobodysPhone(parts.sound));
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
    askBeforeSigningOut(() => signOutQuestion(view.get())),
    holdSignOut({
      isOn: () => signOutLoss(view.get().phone, view.get().calls) !== null,
      watch: view.subscribe,
      showHeld: () => toast({ tone: 'warning', text: textOf('softphone.signOut.held'), id: 'softphone.signOut.held' }),
    }),
    parts.sound.onEvent(() => {
      if (!engine && !tabs.current().phone) view.update((now) => ({ ...now, sound: soundHere(parts.sound) }));
    }),
  ];
  follow();

  return {
    ...deskButtons(parts, view.get, command),
    view: view.get,
    watch: view.subscribe,
    stop() {
      stopped = true;
      for (const end of endings) end();
      engine?.stop();
      engine = null;
      tabs.close();
    },
  };
}
