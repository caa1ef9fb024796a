import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Starts the test database once for all; given to the node tests when it is there.
const setup = here('./test/global-setup.ts');
const elsewhere = ['**/node_modules/**', '**/dist/**', 'data/**', 'test/journeys/**'];
const pure = ['{core,shared}/**/*.test.ts', 'features/*/*/core/**/*.test.ts'];
// What counts timers or memory of the process it runs in.
const ownProcess = ['**/*.process.test.ts'];
// How soon a product ends is promised by the clock. Its tests run beside those of pages, which are work and no waiting.
const clocked = ['test/outage.test.ts'];
const WORKERS = Math.max(2, availableParallelism() - 1);
const everywhere = {
  exclude: elsewhere,
  passWithNoTests: true,
  // Other work may share the machine; a test that hangs is still noticed.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: WORKERS,
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      // Loading the server takes longer than most tests of it: files share their workers and what those have loaded. Whoever keeps
      // something in a module puts it back. Decisions need no database.
      { test: { ...everywhere, name: 'pure', environment: 'node', include: pure, isolate: false } },
      {
        test: {
          ...everywhere,
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, ...pure, ...ownProcess, ...clocked],
          // Half of a test here is waiting for PostgreSQL and clocks: `npm test` has one more run where nobody else uses the cores.
          maxWorkers: WORKERS + Number(process.env['TEST_MORE_WORKERS'] ?? 0),
          // After the others: those who run together have as many workers.
          sequence: { groupOrder: 1 },
          globalSetup: existsSync(setup) ? [setup] : [],
        },
      },
      { test: { ...everywhere, name: 'clocked', environment: 'node', include: clocked, isolate: false } },
      // Others leave timers and answers they never read in a process: here each file has one of its own.
      {
        test: {
          ...everywhere,
          name: 'process',
          environment: 'node',
          pool: 'forks',
          isolate: true,
          include: ownProcess,
        },
      },
      {
        plugins: [react()],
        test: {
          ...everywhere,
          name: 'dom',
          testTimeout: 60_000,
          environment: 'happy-dom',
          // The window the pages are drawn for first; narrower ones leave things out.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          // Loading the UI kit takes longer than most tests of a page: here too files share their workers. What a page leaves in a module
          // or in the browser is put back by the setup.
          isolate: false,
          include: ['**/*.test.tsx'],
          setupFiles: [here('./platform/web/test-setup.fixture.ts')],
          css: false,
        },
      },
    ],
  },
});
