import { readFileSync, rmSync } from 'node:fs';
import { dataFolder, flags, freePort, startProgram } from './product.ts';
import { median, print } from './report.ts';

/* From the command to the first answer on a data folder that has been used before, and memory at rest; beside a bare fastify. */
const RUNS = 5;
const dataDir = dataFolder();
const port = await freePort();
const product = [...flags, 'apps/server/main.ts'];
const bare = [
  '--input-type=module',
  '-e',
  `import Fastify from 'fastify'; const app = Fastify(); app.get('/api/echo', () => ({ code: 0, data: {}, msg: '' })); await app.listen({ port: ${port} }); process.on('SIGTERM', () => process.exit(0));`,
];

const first = await run(product);
const warm: Reading[] = [];
const reference: Reading[] = [];
for (let i = 0; i < RUNS; i += 1) {
  reference.push(await run(bare));
  warm.push(await run(product));
}
rmSync(dataDir, { recursive: true, force: true });
print('start: from the command to the first answer', [
  { bench: 'start.first', ours: first.ms, reference: null, unit: 'ms' },
  {
    bench: 'start.warm',
    ours: median(warm.map(({ ms }) => ms)),
    reference: median(reference.map(({ ms }) => ms)),
    unit: 'ms',
  },
  {
    bench: 'start.memory',
    ours: median(warm.map(({ mb }) => mb)),
    reference: median(reference.map(({ mb }) => mb)),
    unit: 'MB',
  },
]);

interface Reading {
  ms: number;
  /** Resident memory of the server process, PostgreSQL not counted. */
  mb: number;
}

async function run(args: string[]): Promise<Reading> {
  const program = await startProgram(args, port, dataDir);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const status = readFileSync(`/proc/${program.process.pid}/status`, 'utf8');
  await program.stop();
  return { ms: program.ms, mb: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024 };
}
