import { expect, test } from 'vitest';
import { openBrowserPush, type PushSource } from './browser-push.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';
const whole = (some: Partial<PushSource> = {}): PushSource => ({
  navigator: { userAgent: 'Chrome', serviceWorker: {} as ServiceWorkerContainer },
  notification: { permission: 'default', requestPermission: async () => 'granted' },
  hasPushManager: true,
  isSecure: true,
  ...some,
});

test.each([
  ['prompt', whole()],
  ['granted', whole({ notification: { permission: 'granted', requestPermission: async () => 'granted' } })],
  ['denied', whole({ notification: { permission: 'denied', requestPermission: async () => 'denied' } })],
  ['insecure', whole({ isSecure: false })],
  ['unsupported', whole({ hasPushManager: false })],
  ['installFirst', whole({ navigator: { userAgent: IPHONE }, hasPushManager: false, notification: null })],
  ['unsupported', whole({ navigator: { userAgent: IPHONE, standalone: true }, hasPushManager: false })],
] satisfies [string, PushSource][])('[push] a browser says that it is: %s', (state, source) =>
  expect(openBrowserPush(source).state()).toBe(state),
);

test('[push] keys made for another key of ours are given up, and the new ones are told as the server reads them', async () => {
  const asked: string[] = [];
  const key = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
  const pushManager = {
    getSubscription: async () => ({
      options: { applicationServerKey: key('old') },
      unsubscribe: async () => asked.push('given up'),
    }),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      asked.push(new TextDecoder().decode(applicationServerKey));
      return { endpoint: 'https://push.example/1', getKey: (name: string) => key(name === 'auth' ? '??>' : 'point') };
    },
  };
  const serviceWorker = { register: async (path: string) => asked.push(path), ready: Promise.resolve({ pushManager }) };
  const push = openBrowserPush(
    whole({ navigator: { userAgent: 'Chrome', serviceWorker: serviceWorker as unknown as ServiceWorkerContainer } }),
  );
  const publicKey = btoa('our key').replaceAll('=', '');
  expect(await push.subscribe(publicKey)).toEqual({
    endpoint: 'https://push.example/1',
    p256dh: btoa('point').replaceAll('=', ''),
    auth: 'Pz8-',
  });
  expect(asked).toEqual(['/sw.js', 'given up', 'our key']);
});
