import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testKit, testKitFolder } from '#adapters/speech/embedded/kit/kit.fixture.ts';
import { journeyPort } from './port.ts';
import { serverPidFile } from './server-pid.ts';

// The products of all workers as a newcomer starts them, on data folders that go away with them.
const home = mkdtempSync(join(tmpdir(), 'openseat-journeys-'));
// PostgreSQL runs as another account when we are root; it must be able to enter.
chmodSync(home, 0o755);
/** What is made once: the demo's data, and what Node compiled unless somebody keeps that. Kept where the caller has more than one run in mind. */
const made = process.env['JOURNEY_DEMO'] ?? join(home, 'made');
const demo = join(made, 'demo');
const ports = Array.from({ length: Number(process.env['JOURNEY_WORKERS'] ?? 1) }, (_, worker) => journeyPort(worker));
const servers = new Map<number, ChildProcess>();
let stopping: Promise<void> | undefined;

function start(port: number, dataDir: string): void {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      // What the first start compiled, the others and those after a kill need not.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(made, 'compiled'),
    },
  });
  // A journey took it away as a power cut does; it comes back on the same data.
  server.on('exit', (code, signal) => (signal === 'SIGKILL' ? start(port, dataDir) : stop(code ?? 1)));
  servers.set(port, server);
  if (server.pid !== undefined) writeFileSync(serverPidFile(port), String(server.pid));
}

const isTaken = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/echo`).then(
    () => true,
    () => false,
  );

async function isUp(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/api/echo`).catch(() => null))?.ok) await pause(200);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.removeAllListeners('exit').kill('SIGTERM');
  await once(server, 'exit');
}

function stop(code: number): void {
  stopping ??= Promise.all([...servers.values()].map(end)).then(() => {
    rmSync(home, { recursive: true, force: true });
    for (const port of ports) rmSync(serverPidFile(port), { force: true });
    process.exit(code);
  });
}

/** To make the demo costs five times what a start does: it is made once, and each product gets a copy. */
async function makeDemo(): Promise<void> {
  const data = join(made, 'unfinished');
  const speech = join(testKitFolder(), 'speech');
  for (const folder of [data, speech]) mkdirSync(folder, { recursive: true });
  // Fetched once for the machine, by whichever test asks first.
  if (!existsSync(join(data, 'speech'))) symlinkSync(speech, join(data, 'speech'));
  start(ports[0]!, data);
  await isUp(ports[0]!);
  await end(servers.get(ports[0]!)!);
  // A journey's data need not outlive the machine.
  appendFileSync(join(data, 'postgres/cluster/data/postgresql.conf'), '\nfsync = off\n');
  renameSync(data, demo);
}

// Who is told to kill a product finds it by its port: of two runs on one machine the second would take the first one's name away.
for (const port of ports) {
  if (!(await isTaken(port))) continue;
  rmSync(home, { recursive: true });
  throw new Error(`Port ${port} is taken: other journeys run on this machine.`);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
// A first fetch takes longer than a journey waits for a voice; where nothing can be fetched, those that speak say so.
await testKit().catch((problem: unknown) => console.warn(`No speech of this machine's own: ${String(problem)}`));
if (!existsSync(demo)) await makeDemo();
for (const port of ports) {
  const dataDir = join(home, String(port));
  // With its owners, which Node’s own copy leaves behind.
  execFileSync('cp', ['-a', demo, dataDir]);
  start(port, dataDir);
}
await Promise.all(ports.map(isUp));
console.log('The products are up.');
