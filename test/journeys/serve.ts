import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The product as a newcomer starts it (but see product.ts), on a data folder that goes away with it.
const dataDir = mkdtempSync(join(tmpdir(), 'openseat-journeys-'));
// PostgreSQL runs as another account when we are root; it must be able to enter.
chmodSync(dataDir, 0o755);
const server = spawn(process.execPath, [join(import.meta.dirname, 'product.ts')], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, DATA_DIR: dataDir, DEMO: '1' },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
