import {
  newTabs,
  tabsMachine,
  warnsBeforeClosing,
  type TabMessage,
  type Tabs,
  type TabsEffect,
  type TabsEvent,
} from '#core/phone/tabs-machine.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import type { After } from '#core/timers.ts';
import type { PhoneTabs } from './tabs.ts';

/** What tabs need of the browser; tests have their own. */
export interface TabsSource {
  /** Null where there are no locks: every tab is alone then. */
  locks: Pick<LockManager, 'request'> | null;
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  me: string;
}

export interface TabsUser<Phone, Command> {
  /** The phone is this tab's from now on. */
  carry(): void;
  /** It is another tab's. */
  drop(): void;
  perform(command: Command): void;
  isInCall(phone: Phone): boolean;
}

/** `account` keeps people apart who use the same browser one after the other. */
export const browserTabs = (account: string): TabsSource => ({
  locks: (navigator.locks as LockManager | undefined) ?? null,
  channel: new BroadcastChannel(channelOf(account)),
  window,
  me: crypto.randomUUID(),
});

export const channelOf = (account: string): string => `openseat.phone.${account}`;
const LOCK = 'openseat.phone';
const after: After = (ms, act) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** Joins this tab to the others of the same account. What is told and commanded must be plain data. */
export function openTabs<Phone, Command>(
  account: string,
  source: TabsSource,
  user: TabsUser<Phone, Command>,
): PhoneTabs<Phone, Command> {
  const { locks, channel, window, me } = source;
  /** Ends what we hold or wait for. */
  let letGo: () => void = () => {};

  const tabs = driveTimed<Tabs<Phone>, TabsEvent<Phone, Command>, TabsEffect<Phone, Command>>(
    tabsMachine<Phone, Command>,
    newTabs<Phone>(me),
    perform,
    { after },
  );
  const { send } = tabs;

  function perform(effect: Performed<TabsEffect<Phone, Command>>): void {
    switch (effect.type) {
      case 'claim':
        return request(false);
      case 'steal':
        return request(true);
      case 'release':
        return letGo();
      case 'say':
        // A channel reaches this origin only.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        return channel.postMessage({ from: me, message: effect.message });
      case 'carry':
        return user.carry();
      case 'drop':
        return user.drop();
      case 'perform':
        return user.perform(effect.command);
    }
  }

  function request(steal: boolean): void {
    letGo();
    if (!locks) return queueMicrotask(() => send({ type: 'lockGranted' }));
    const waiting = new AbortController();
    let isOurs = false;
    let isLetGo = false;
    let release: () => void = () => {};
    letGo = () => {
      isLetGo = true;
      if (isOurs) release();
      else waiting.abort();
    };
    locks
      .request(`${LOCK}.${account}`, steal ? { steal } : { signal: waiting.signal }, () => {
        if (isLetGo) return undefined;
        isOurs = true;
        const held = new Promise<void>((resolve) => (release = resolve));
        send({ type: 'lockGranted' });
        return held;
      })
      .catch(() => {
        // Given up by ourselves, or taken by a tab that believes we are gone.
        if (isOurs && !isLetGo) send({ type: 'lockLost' });
      });
  }

  channel.onmessage = ({ data }: MessageEvent<{ from: string; message: TabMessage<Phone, Command> }>) =>
    send({ type: 'heard', ...data });
  const closing = (): void => send({ type: 'closing' });
  // A page that comes back from the browser's memory is a tab again.
  const shown = (event: Event): void => void ((event as PageTransitionEvent).persisted && send({ type: 'opened' }));
  const leaving = (event: Event): void => {
    if (warnsBeforeClosing(tabs.current(), user.isInCall)) event.preventDefault();
  };
  window.addEventListener('pagehide', closing);
  window.addEventListener('pageshow', shown);
  window.addEventListener('beforeunload', leaving);
  send({ type: 'opened' });

  return {
    current: tabs.current,
    watch: tabs.watch,
    show: (phone) => send({ type: 'phoneChanged', phone }),
    command: (command) => send({ type: 'commanded', command }),
    close() {
      closing();
      window.removeEventListener('pagehide', closing);
      window.removeEventListener('pageshow', shown);
      window.removeEventListener('beforeunload', leaving);
      tabs.clearTimers();
      channel.close();
    },
  };
}
