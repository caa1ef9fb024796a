import { noticeOf } from './shown-notice.ts';

/*
 * Runs while no page is open: shows notices and opens what they lead to. It keeps no page and answers no request, so that what
 * people see always comes from the server.
 */

/** The parts of a worker's world it uses: the pages' types do not know them. */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  install: WaitingEvent;
  activate: WaitingEvent;
  push: WaitingEvent & { data: { text(): string } | null };
  notificationclick: WaitingEvent & { notification: Notification };
  notificationclose: WaitingEvent;
  pushsubscriptionchange: WaitingEvent & { oldSubscription: PushSubscription | null };
}
interface PageClient {
  visibilityState: DocumentVisibilityState;
  focus(): Promise<PageClient>;
  postMessage(message: unknown): void;
}
interface WorkerWorld {
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
  navigator: Navigator;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<PageClient[]>;
    openWindow(address: string): Promise<unknown>;
  };
}

const world = self as unknown as WorkerWorld;

world.addEventListener('install', (event) => event.waitUntil(world.skipWaiting()));
world.addEventListener('activate', (event) => event.waitUntil(world.clients.claim()));
world.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
world.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { address: string }).address).then(count));
});
world.addEventListener('notificationclose', (event) => event.waitUntil(count()));
// The next page that starts tells the server: a worker does not know who is signed in.
world.addEventListener('pushsubscriptionchange', (event) => {
  const before = event.oldSubscription;
  if (before) event.waitUntil(world.registration.pushManager.subscribe(before.options));
});

async function show(text: string | undefined): Promise<void> {
  const { title, body, address, tag } = noticeOf(text, world.location.origin);
  // A later one of the same tag takes the place of the earlier, and is heard again.
  const options = { body, tag, renotify: true, icon: '/icon-192.png', badge: '/icon-192.png', data: { address } };
  await world.registration.showNotification(title, options);
  await count();
}

/** The page that is before one's eyes goes there, else any that is open, else a new one. */
async function open(address: string): Promise<void> {
  const pages = await world.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await world.clients.openWindow(address));
  await page.focus().catch(() => page);
  // A client of a worker is of our own site, and takes no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  page.postMessage({ kind: 'openseat.go', address });
}

/** How many notices nobody looked at yet, on the icon of the app; a page that opens counts by itself. */
async function count(): Promise<void> {
  const shown = await world.registration.getNotifications();
  await world.navigator.setAppBadge?.(shown.length).catch(() => {});
}
