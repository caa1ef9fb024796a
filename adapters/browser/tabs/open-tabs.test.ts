import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTabs, type TabsSource } from './open-tabs.ts';
import type { PhoneTabs } from './tabs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Phone {
  talks: boolean;
}

/** A browser with one lock and one channel for all its tabs. */
function aBrowser() {
  let holder: { fail(): void; owner: string } | null = null;
  let queue: (() => void)[] = [];
  const channels = new Set<Channel>();
  class Channel {
    onmessage: ((event: MessageEvent) => void) | null = null;
    isFrozen = false;
    constructor() {
      channels.add(this);
    }
    postMessage(data: unknown): void {
      const copy = structuredClone(data);
      for (const other of channels)
        if (other !== this && !this.isFrozen)
          queueMicrotask(() => !other.isFrozen && other.onmessage?.({ data: copy } as MessageEvent));
    }
    close(): void {
      channels.delete(this);
    }
  }
  const next = (): void => {
    if (!holder) queue.shift()?.();
  };
  const request =
    (me: string) =>
    (_name: string, options: LockOptions, work: () => Promise<void> | undefined): Promise<void> =>
      new Promise((resolve, reject) => {
        const run = (): void => {
          const mine = { owner: me, fail: () => reject(new DOMException('Stolen.', 'AbortError')) };
          holder = mine;
          void Promise.resolve(work()).then(() => {
            if (holder === mine) holder = null;
            next();
            resolve();
          });
        };
        if (options.steal) {
          holder?.fail();
          return run();
        }
        options.signal?.addEventListener('abort', () => {
          queue = queue.filter((one) => one !== run);
          reject(new DOMException('Given up.', 'AbortError'));
        });
        queue.push(run);
        queueMicrotask(next);
      });
  return {
    open(me: string) {
      const window = new EventTarget();
      const channel = new Channel();
      const done: string[] = [];
      const source: TabsSource = { me, window, channel, locks: { request: request(me) } as unknown as LockManager };
      const tabs: PhoneTabs<Phone, string> = openTabs<Phone, string>('1001', source, {
        carry: () => done.push('carry'),
        drop: () => done.push('drop'),
        perform: (command) => done.push(command),
        isInCall: ({ talks }) => talks,
      });
      return { tabs, window, done, channel, at: () => tabs.current().at };
    },
  };
}

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('[CALL-20] one tab carries the phone; the others show it and command it', async () => {
  const browser = aBrowser();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await settle();
  expect([one.at(), two.at()]).toEqual(['owner', 'waiting']);
  one.tabs.show({ talks: true });
  await settle();
  expect(two.tabs.current()).toMatchObject({ owner: 'one', phone: { talks: true } });
  two.tabs.command('hangUp');
  await settle();
  expect([one.done, two.done]).toEqual([['carry', 'hangUp'], []]);
});

test('[CALL-20] complaint 4: the owner closes, the next has the phone at once', async () => {
  const browser = aBrowser();
  const [one, two, three] = [browser.open('one'), browser.open('two'), browser.open('three')];
  await settle();
  one.window.dispatchEvent(new Event('pagehide'));
  await settle();
  expect([one.at(), two.at(), three.at()]).toEqual(['left', 'owner', 'waiting']);
  expect(three.tabs.current().owner).toBe('two');
  three.tabs.close();
  two.tabs.close();
  await settle();
  expect([two.at(), three.at()]).toEqual(['left', 'left']);
});

test('[CALL-20] a frozen owner is taken for gone after 300 s and 10 s, and gives way when it wakes', async () => {
  const browser = aBrowser();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await settle();
  one.channel.isFrozen = true;
  await settle(300_000);
  expect(two.at()).toBe('asking');
  await settle(9_900);
  expect(two.at()).toBe('asking');
  await settle(200);
  expect(two.at()).toBe('owner');
  expect([one.done, two.done]).toEqual([['carry', 'drop'], ['carry']]);
});

test('[CALL-20] an owner that lives is asked every five minutes and stays', async () => {
  const browser = aBrowser();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await settle();
  await settle(3_600_000);
  expect([one.at(), two.at(), two.done]).toEqual(['owner', 'waiting', []]);
});

test('[CALL-20] complaint 4: closing the tab that carries a call asks first', async () => {
  const browser = aBrowser();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await settle();
  const asks = ({ window }: { window: EventTarget }): boolean =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks(one)).toBe(false);
  one.tabs.show({ talks: true });
  await settle();
  expect([asks(one), asks(two)]).toEqual([true, false]);
  one.tabs.show({ talks: false });
  expect(asks(one)).toBe(false);
});

test('a page that comes back from the browser’s memory queues again', async () => {
  const browser = aBrowser();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await settle();
  one.window.dispatchEvent(new Event('pagehide'));
  await settle();
  one.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await settle();
  expect([one.at(), two.at(), one.tabs.current().owner]).toEqual(['waiting', 'owner', 'two']);
});

test('a browser without locks has the phone in every tab', async () => {
  const done: string[] = [];
  const channel = { postMessage: () => {}, onmessage: null, close: () => {} };
  const tabs = openTabs<Phone, string>(
    '1001',
    { me: 'a', window: new EventTarget(), channel, locks: null },
    { carry: () => done.push('carry'), drop: () => {}, perform: () => {}, isInCall: () => false },
  );
  await settle();
  expect([tabs.current().at, done]).toEqual(['owner', ['carry']]);
});
