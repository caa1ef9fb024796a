import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';

/** An empty PostgreSQL for one bench. */
export async function benchDatabase(): Promise<{ url: string; dataDir: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openseat-bench-'));
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return {
    url: postgres.url,
    dataDir,
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
