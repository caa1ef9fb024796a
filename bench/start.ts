import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { median, print } from './report.ts';

/* From the command to the first answer on a data folder that has been used before, and memory at rest; beside a bare fastify. */
const RUNS = 5;
const dataDir = mkdtempSync(join(tmpdir(), 'openseat-bench-start-'));
// PostgreSQL runs as another account when we are root; it must be able to enter.
chmodSync(dataDir, 0o755);
const port = await freePort();
const root = join(import.meta.dirname, '..');
const bare = `import Fastify from 'fastify'; const app = Fastify(); app.get('/api/echo', () => ({ code: 0, data: {}, msg: '' })); await app.listen({ port: ${port} }); process.on('SIGTERM', () => process.exit(0));`;

const first = await run(['apps/server/main.ts']);
const warm: Reading[] = [];
const reference: Reading[] = [];
for (let i = 0; i < RUNS; i += 1) {
  reference.push(await run(['--input-type=module', '-e', bare]));
  warm.push(await run(['apps/server/main.ts']));
}
rmSync(dataDir, { recursive: true, force: true });
print('start: from the command to the first answer', [
  { bench: 'start.first', ours: first.ms, reference: null, unit: 'ms' },
  { bench: 'start.warm', ours: median(warm.map(({ ms }) => ms)), reference: median(reference.map(({ ms }) => ms)), unit: 'ms' },
  { bench: 'start.memory', ours: median(warm.map(({ mb }) => mb)), reference: median(reference.map(({ mb }) => mb)), unit: 'MB' },
]);

interface Reading {
  ms: number;
  /** Resident memory of the server process, PostgreSQL not counted. */
  mb: number;
}

async function run(args: string[]): Promise<Reading> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' } });
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 10));
  const ms = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const mb = Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024;
  server.kill('SIGTERM');
  await once(server, 'exit');
  return { ms, mb };
}

function answers(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/echo`).then((answer) => answer.ok, () => false);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port: free } = probe.address() as { port: number };
  probe.close();
  return free;
}
