import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverPidFile } from './server-pid.ts';

// The product as a newcomer starts it (but see product.ts), on a data folder that goes away with it.
const dataDir = mkdtempSync(join(tmpdir(), 'openseat-journeys-'));
// PostgreSQL runs as another account when we are root; it must be able to enter.
chmodSync(dataDir, 0o755);
const pidFile = serverPidFile(Number(process.env['PORT']));
let server = start();

function start(): ChildProcess {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'product.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATA_DIR: dataDir, DEMO: '1' },
  });
  started.on('exit', (code, signal) => {
    // A journey took it away as a power cut does; it comes back on the same data.
    if (signal === 'SIGKILL') return void (server = start());
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(pidFile, { force: true });
    process.exit(code ?? 1);
  });
  if (started.pid !== undefined) writeFileSync(pidFile, String(started.pid));
  return started;
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
