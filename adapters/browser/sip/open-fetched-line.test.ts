import { expect, test, vi } from 'vitest';
import type { LineAccount, LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openFetchedLine } from './open-fetched-line.ts';

const account: LineAccount = {
  url: 'wss://seat.example',
  domain: 'seat.example',
  number: '1001',
  ha1: '',
  iceServers: [],
  reportEverySec: 5,
};

/** A line that writes down what is asked of it. */
function writtenLine() {
  const asked: string[] = [];
  const listeners = new Set<(event: LineEvent) => void>();
  const note =
    (name: string) =>
    (...given: unknown[]): void =>
      void asked.push([name, ...given.filter((one) => typeof one !== 'object')].join(' '));
  const line = {
    ...Object.fromEntries(
      [
        'start',
        'stop',
        'register',
        'unregister',
        'call',
        'answer',
        'decline',
        'hangUp',
        'hold',
        'mute',
        'sendTone',
        'check',
      ].map((name) => [name, note(name)]),
    ),
    look: () => ({ isUp: true, isRegistered: true, session: null }),
    onEvent(listener: (event: LineEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as PhoneLine;
  return { line, asked, say: (event: LineEvent) => listeners.forEach((listener) => listener(event)) };
}

test('a line is fetched when it is first started, and does what was asked of it meanwhile in its order', async () => {
  const { line, asked, say } = writtenLine();
  const arrival = Promise.withResolvers<PhoneLine>();
  let fetched = 0;
  const phone = openFetchedLine(() => {
    fetched += 1;
    return arrival.promise;
  });
  const eventTypes: string[] = [];
  const stopListening = phone.onEvent(({ type }) => eventTypes.push(type));
  expect(fetched).toBe(0);
  phone.start(account);
  phone.register();
  phone.start(account);
  phone.hangUp('a');
  expect(phone.look()).toEqual({ isUp: false, isRegistered: false, session: null });
  arrival.resolve(line);
  await arrival.promise;
  await Promise.resolve();
  expect(asked).toEqual(['start', 'register', 'start', 'hangUp a']);
  expect(fetched).toBe(1);
  expect(phone.look().isUp).toBe(true);
  say({ type: 'connected' });
  stopListening();
  say({ type: 'unregistered' });
  expect(eventTypes).toEqual(['connected']);
  phone.stop();
  expect(asked.at(-1)).toBe('stop');
});

test('a line that was stopped before it came does nothing when it comes', async () => {
  const { line, asked } = writtenLine();
  const arrival = Promise.withResolvers<PhoneLine>();
  const phone = openFetchedLine(() => arrival.promise);
  phone.start(account);
  phone.stop();
  arrival.resolve(line);
  await arrival.promise;
  await Promise.resolve();
  expect(asked).toEqual([]);
});

test('a line that cannot be fetched could not connect, and is fetched again with the next start', async () => {
  const { line, asked } = writtenLine();
  let isThere = false;
  const phone = openFetchedLine(async () => {
    if (!isThere) throw new Error('away');
    return line;
  });
  const eventTypes: LineEvent['type'][] = [];
  phone.onEvent(({ type }) => eventTypes.push(type));
  phone.start(account);
  await expect.poll(() => eventTypes).toEqual(['error', 'disconnected']);
  isThere = true;
  phone.start(account);
  await expect.poll(() => asked).toEqual(['start']);
});

test('a command that throws when the line comes is a bug of its own: the others are done, and no second line is fetched', async () => {
  const { line, asked } = writtenLine();
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (problem: unknown) => reported.push(problem));
  line.register = () => {
    throw new Error('not now');
  };
  let fetched = 0;
  const phone = openFetchedLine(async () => {
    fetched += 1;
    return line;
  });
  const eventTypes: LineEvent['type'][] = [];
  phone.onEvent(({ type }) => eventTypes.push(type));
  phone.start(account);
  phone.register();
  phone.hangUp('a');
  await expect.poll(() => asked).toEqual(['start', 'hangUp a']);
  expect(reported).toMatchObject([{ message: 'not now' }]);
  phone.start(account);
  expect([fetched, asked.at(-1), eventTypes]).toEqual([1, 'start', []]);
  vi.unstubAllGlobals();
});

test('of a line that cannot be fetched nobody hears who stopped it meanwhile', async () => {
  const arrival = Promise.withResolvers<PhoneLine>();
  const phone = openFetchedLine(() => arrival.promise);
  const eventTypes: LineEvent['type'][] = [];
  phone.onEvent(({ type }) => eventTypes.push(type));
  phone.start(account);
  phone.stop();
  arrival.reject(new Error('away'));
  await arrival.promise.catch(() => {});
  await Promise.resolve();
  expect(eventTypes).toEqual([]);
});
