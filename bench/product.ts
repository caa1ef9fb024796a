import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { serverFlags } from '../scripts/lib/program.mjs';

/** What Node is told before it runs the server, by `npm start` as well. */
export const flags: readonly string[] = serverFlags;
const root = join(import.meta.dirname, '..');

/** An empty folder for the product's data. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-bench-'));
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a Node program that serves `/api/echo`; answers when it does, with the time that took. */
export async function startProgram(
  args: string[],
  port: number,
  dataDir: string,
): Promise<{ process: ChildProcess; ms: number; stop(): Promise<void> }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'silent',
      // As `npm start` does it.
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    },
  });
  while (
    !(await fetch(`http://127.0.0.1:${port}/api/echo`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  return {
    process: child,
    ms: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
