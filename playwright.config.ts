import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env['JOURNEY_PORT'] ?? 3_199);
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const executablePath = process.env['CHROMIUM_PATH'] ?? installed;

export default defineConfig({
  testDir: 'test/journeys',
  // A quiet machine needs a tenth of it; other work may share the two cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two cores and one demo database: journeys run one after another.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
    // Traces double the time; `--trace on` takes them where they are needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Pages may sound without a click, but for the journey about that (phone-settings.spec.ts).
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} test/journeys/serve.ts`,
    url: `http://127.0.0.1:${port}/api/echo`,
    env: { PORT: String(port), LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
    reuseExistingServer: false,
  },
});
