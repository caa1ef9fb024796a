import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Of its answers: most come at once, some a little late, a few as late as is asked for. */
const [AT_ONCE, LITTLE_LATE] = [0.7, 0.95];
const LITTLE_MS = 15;

/**
 * An address at which the database of `url` answers late now and then, in its order: whoever relies on its being quick is found.
 * `TEST_DATABASE_LATE_MS=250 npx vitest run features/voice`.
 */
export async function lateDatabase(url: string, mostMs: number): Promise<{ url: string; close(): void }> {
  const near = new URL(url);
  const folder = near.searchParams.get('host');
  const lateMs = (): number => {
    const chance = Math.random();
    if (chance < AT_ONCE) return 0;
    return Math.random() * (chance < LITTLE_LATE ? LITTLE_MS : mostMs);
  };
  const server = createServer((client) => {
    const database = folder ? connect(`${folder}/.s.PGSQL.${near.port}`) : connect(Number(near.port), near.hostname);
    let told = Promise.resolve();
    const late = async (act: () => void, ms: number): Promise<void> => {
      await Promise.all([told, ms > 0 && pause(ms)]);
      act();
    };
    client.setNoDelay(true).pipe(database);
    database.on('data', (piece) => (told = late(() => void client.write(piece), lateMs())));
    database.on('close', () => (told = late(() => client.destroy(), 0)));
    client.on('close', () => database.destroy());
    for (const side of [client, database]) side.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const far = new URL(url);
  far.searchParams.delete('host');
  far.hostname = '127.0.0.1';
  far.port = String((server.address() as AddressInfo).port);
  return { url: far.href, close: () => void server.close() };
}
