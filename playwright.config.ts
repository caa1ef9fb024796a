import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { journeyPort } from './test/journeys/port.ts';

/** What is heard, and what is promised in milliseconds, is tagged `@alone` and runs with one. */
const workers = Number(process.env['JOURNEY_WORKERS'] ?? 1);
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const executablePath = process.env['CHROMIUM_PATH'] ?? installed;

export default defineConfig({
  testDir: 'test/journeys',
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
    // Traces double the time; `--trace on` takes them where they are needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Pages may sound without a click, but for the journey about that (phone-settings.spec.ts).
      args: [
        '--no-sandbox',
        '--disable-gpu',
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
  webServer: Array.from({ length: workers }, (_, worker) => journeyPort(worker)).map((port) => ({
    command: `${JSON.stringify(process.execPath)} test/journeys/serve.ts`,
    url: `http://127.0.0.1:${port}/api/echo`,
    // Servers that journeys play for providers are on this machine.
    env: { PORT: String(port), LOG_LEVEL: 'warn', ALLOW_PRIVATE_ADDRESSES: '1' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
    reuseExistingServer: false,
  })),
});
