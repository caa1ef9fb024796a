import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** An OpenSeat that does nothing but own a database: `node owner.fixture.ts <dataDir>`. Says its address, or one line why not. */
const quiet = () => {};
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: quiet });
  process.once('SIGTERM', () => void postgres.stop());
  process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid })}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
