import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const SERVE = 'test/journeys/serve.ts';
/** What starts the products: with the exchange within them, unless somebody names another (`npm run interop phones`). */
const serve = process.env['JOURNEY_SERVE'] ?? SERVE;
/** What is promised in milliseconds is tagged `@alone`, what is heard `@heard` (`scripts/lib/check-steps.mjs` says how each runs). */
const workers = Number(process.env['JOURNEY_WORKERS'] ?? 1);
const installed = (...names: string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
const whole = installed('chromium', 'chromium-browser', 'google-chrome');
// The shell opens pages with 0.4 of the processor time of the whole browser.
const executablePath = process.env['CHROMIUM_PATH'] ?? installed('chromium-headless-shell') ?? whole;
/** For the journey about notifications, which the shell never allows (phone-settings.spec.ts). */
export const wholeBrowser = whole ?? executablePath;

export default defineConfig({
  testDir: 'test/journeys',
  // Calls end with a server that is its own exchange.
  testIgnore: serve === SERVE ? ['outlives-server.spec.ts'] : [],
  // A quiet machine needs a tenth of it; other work may share the two cores. What must be quick says so where it is asked for.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Each has a product with a demo of its own; there, journeys run one after another.
  workers,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
    // Every frame is drawn by the processor here: what moves took a tenth of a journey.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces double the time; `--trace on` takes them where they are needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Pages may sound without a click, but for the journey about that (phone-settings.spec.ts).
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Two browsers on two cores need no second thread to draw with, nor a process for the network.
        '--num-raster-threads=1',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} ${serve}`,
    wait: { stdout: /The products are up/ },
    // Servers that journeys play for providers are on this machine.
    env: { JOURNEY_WORKERS: String(workers), LOG_LEVEL: 'warn', ALLOW_PRIVATE_ADDRESSES: '1' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: serve === SERVE ? 10_000 : 60_000 },
    // Kamailio, two nodes and a database come before the product.
    timeout: serve === SERVE ? 180_000 : 420_000,
  },
});
