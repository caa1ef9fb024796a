/** Whether this browser can be told while its page is closed, and what keeps it from that. */
export type PushState = 'unsupported' | 'insecure' | 'installFirst' | 'denied' | 'prompt' | 'granted';

/** What the server needs to write to this browser, base64url. */
export interface BrowserKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface BrowserPush {
  state(): PushState;
  /** Asks the person; only after a click of theirs. */
  ask(): Promise<PushState>;
  /** The keys it has; null while it takes nothing. */
  current(): Promise<BrowserKeys | null>;
  /** Throws where the maker of the browser cannot be reached. */
  subscribe(publicKey: string): Promise<BrowserKeys>;
  unsubscribe(): Promise<void>;
}

/** The parts of a browser it needs; tests hand in their own. */
export interface PushSource {
  navigator: Pick<Navigator, 'userAgent'> & { serviceWorker?: ServiceWorkerContainer; standalone?: boolean };
  notification: Pick<typeof Notification, 'permission' | 'requestPermission'> | null;
  hasPushManager: boolean;
  isSecure: boolean;
}

const thisBrowser = (): PushSource => ({
  navigator,
  notification: typeof Notification === 'undefined' ? null : Notification,
  hasPushManager: 'PushManager' in window,
  isSecure: window.isSecureContext,
});

export const WORKER_PATH = '/sw.js';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const keysOf = (subscription: PushSubscription): BrowserKeys => ({
  endpoint: subscription.endpoint,
  p256dh: textOf(subscription.getKey('p256dh')),
  auth: textOf(subscription.getKey('auth')),
});

export function openBrowserPush(source: PushSource = thisBrowser()): BrowserPush {
  const { navigator: browser, notification, hasPushManager, isSecure } = source;

  function state(): PushState {
    if (!isSecure) return 'insecure';
    // Safari on a phone has all of it once the page is an app, and nothing before.
    const isApple = /iPhone|iPad/.test(browser.userAgent) && browser.standalone !== true;
    if (!browser.serviceWorker || !hasPushManager || !notification) return isApple ? 'installFirst' : 'unsupported';
    return notification.permission === 'default' ? 'prompt' : notification.permission;
  }
  const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
    browser.serviceWorker?.getRegistration('/');

  return {
    state,
    async ask() {
      if (state() === 'prompt') await notification!.requestPermission();
      return state();
    },
    async current() {
      const subscription = await (await registered())?.pushManager.getSubscription();
      return subscription ? keysOf(subscription) : null;
    },
    async subscribe(publicKey) {
      await browser.serviceWorker!.register(WORKER_PATH, { scope: '/' });
      const { pushManager } = await browser.serviceWorker!.ready;
      const key = bytesOf(publicKey);
      // One that was made for another key of ours would never be taken.
      const before = await pushManager.getSubscription();
      if (before && textOf(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
      return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    },
    async unsubscribe() {
      await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
    },
  };
}
