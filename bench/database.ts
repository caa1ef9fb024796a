import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { dataFolder } from './product.ts';

/** An empty PostgreSQL for one bench. */
export async function benchDatabase(): Promise<{ url: string; dataDir: string; pid: number; stop(): Promise<void> }> {
  const dataDir = dataFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  // A bench that fails leaves nothing running.
  const end = (): void => void process.kill(postgres.pid, 'SIGINT');
  process.once('exit', end);
  return {
    url: postgres.url,
    dataDir,
    pid: postgres.pid,
    async stop() {
      process.off('exit', end);
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
