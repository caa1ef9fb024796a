import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { testKitFolder } from '#adapters/speech/embedded/kit/kit.fixture.ts';
import { letEdgeIn } from '#adapters/telephony/asterisk/config/edge-role.ts';
import { houseFolder, keepHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import { startAsteriskHouse } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { EDGE_PASSWORD, HOUSE_PORTS, SIGNALLING_PORTS, takeHousePorts } from '../house-ports.ts';
import { outwardAddress } from '../outward-address.ts';
import { journeyPort } from './port.ts';
import { serverPidFile } from './server-pid.ts';

// The product with its demo on Kamailio and two Asterisk nodes, with a database that outlives it; all of it goes away at the end.
const port = journeyPort(0);
/** What the product says, where somebody wants to read it. */
const log = process.env['JOURNEY_LOG'] ? openSync(process.env['JOURNEY_LOG'], 'a') : 'ignore';
const home = mkdtempSync(join(tmpdir(), 'openseat-house-journeys-'));
// PostgreSQL runs as another account when we are root; it must be able to enter.
chmodSync(home, 0o755);
const dataDir = join(home, 'data');
const speech = join(testKitFolder(), 'speech');
for (const folder of [dataDir, speech]) mkdirSync(folder, { recursive: true });
// Fetched once for the machine, by whichever test asks first.
symlinkSync(speech, join(dataDir, 'speech'));

const ends: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
let stopping: Promise<void> | null = null;
let server: ChildProcess | undefined;

async function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const end of ends.toReversed()) await end();
    process.exit(code);
  })();
  await stopping;
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.removeAllListeners('exit').kill('SIGTERM');
  await once(child, 'exit');
}

function start(databaseUrl: string): void {
  server = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/main.ts')], {
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      EXCHANGE: 'asterisk',
      DEMO: '1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(home, 'compiled'),
    },
  });
  // A journey took it away as a power cut does; it comes back on the same data, and finds its calls.
  server.on('exit', (code, signal) => (signal === 'SIGKILL' ? start(databaseUrl) : void stop(code ?? 1)));
  if (server.pid !== undefined) writeFileSync(serverPidFile(port), String(server.pid));
}

async function isUp(): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/api/echo`).catch(() => null))?.ok) await pause(200);
}

try {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(home, 'database'),
    ownAccount: true,
    settings: { fsync: 'off' },
    log: () => {},
  });
  ends.push(() => postgres.stop());
  await migrate(postgres.url);
  const ports = await takeHousePorts();
  ends.push(() => ports.release());
  const house = await startAsteriskHouse({
    databaseUrl: await letEdgeIn(postgres.url, EDGE_PASSWORD),
    dir: houseFolder(dataDir),
    nodes: 2,
    soundAddress: outwardAddress(),
    firstPort: ports.first,
    rtpPorts: { first: ports.first + SIGNALLING_PORTS, last: ports.first + HOUSE_PORTS - 1 },
    demo: true,
  });
  ends.push(() => house.stop());
  keepHousePlan(dataDir, house.plan);
  start(postgres.url);
  ends.push(
    () => end(server),
    () => rmSync(serverPidFile(port), { force: true }),
  );
  await isUp();
  console.log('The products are up.');
} catch (problem) {
  console.error(problem);
  await stop(1);
}
