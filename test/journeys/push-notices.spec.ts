import { chromium } from '@playwright/test';
import { wholeBrowser } from '../../playwright.config.ts';
import { ORIGIN, people, tokenOf } from './api.ts';
import { expect, readAnnouncements, test } from './fixture.ts';

const PAGE = '/personalSetting/notices';

test('[push] the worker shows a notice, and a click on it leads the open page there', async ({ watch }, info) => {
  watch.allow(/does not support the Push API in incognito mode/);
  const browser = await chromium.launch({
    ...info.project.use.launchOptions,
    ...(wholeBrowser ? { executablePath: wholeBrowser } : {}),
  });
  try {
    const token = await tokenOf(people.ana);
    await readAnnouncements(token);
    const context = await browser.newContext({
      baseURL: ORIGIN,
      locale: 'en-US',
      timezoneId: people.ana.zone,
      permissions: ['microphone', 'notifications'],
      storageState: {
        cookies: [],
        origins: [{ origin: ORIGIN, localStorage: [{ name: 'openseat.token', value: token }] }],
      },
    });
    await watch.context(context);
    const page = await context.newPage();
    await page.goto(PAGE);
    const turnOn = page.getByRole('button', { name: 'Turn on' });
    await turnOn.click();
    // No browser of a test reaches its maker; the worker is there all the same.
    await expect(page.getByText('The browser’s maker could not be reached.')).toBeVisible();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    expect(new URL(worker.url()).pathname).toBe('/sw.js');

    const cdp = await context.newCDPSession(page);
    const registrationId = new Promise<string>((found) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) found(registrations[0].registrationId);
      }),
    );
    await cdp.send('ServiceWorker.enable');
    const notice = { title: 'A follow-up is due', body: '', address: '/followUps', tag: 'followUp-1' };
    const deliver = async () =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin: ORIGIN,
        registrationId: await registrationId,
        data: JSON.stringify(notice),
      });
    await deliver();
    const shown = () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype;
        const notices = await getNotifications.call(await navigator.serviceWorker.ready);
        return notices.map(({ title, tag }) => ({ title, tag }));
      });
    await expect.poll(shown).toEqual([{ title: notice.title, tag: notice.tag }]);

    // A click takes the notice away, and the page listens once it has come to rest: the same once more takes its place.
    await expect(async () => {
      await deliver();
      await expect.poll(shown).toHaveLength(1);
      await worker.evaluate(async () => {
        const scope = self as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await scope.registration.getNotifications();
        const Clicked = (self as unknown as { NotificationEvent: new (type: string, of: object) => Event })
          .NotificationEvent;
        if (notification) self.dispatchEvent(new Clicked('notificationclick', { notification }));
      });
      await expect(page).toHaveURL(/\/followUps$/, { timeout: 1_000 });
    }).toPass();
  } finally {
    await browser.close();
  }
});

test('[push] the product can be installed: its manifest, icons and worker are there as browsers want them', async ({
  request,
}) => {
  const manifest = await request.get(`${ORIGIN}/app.webmanifest`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const {
    icons,
    display,
    start_url: start,
  } = (await manifest.json()) as {
    icons: { src: string; purpose: string; type: string }[];
    display: string;
    start_url: string;
  };
  expect([display, start]).toEqual(['standalone', '/home']);
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, type } of [...icons, { src: '/apple-touch-icon.png', type: 'image/png' }])
    expect((await request.get(`${ORIGIN}${src}`)).headers()['content-type']).toContain(type);
  const worker = await request.get(`${ORIGIN}/sw.js`);
  expect(worker.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
});
