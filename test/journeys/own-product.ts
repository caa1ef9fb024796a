import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A product as a company starts it, without the demo, on an empty data folder; and the link its first start prints. */
export interface OwnProduct {
  setupLink: string;
  stop(): Promise<void>;
}

/** `env` is what its keeper set. */
export async function startOwnProduct(env: Readonly<Record<string, string>> = {}): Promise<OwnProduct> {
  const home = mkdtempSync(join(tmpdir(), 'openseat-own-'));
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(home, 0o755);
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, PORT: '0', DATA_DIR: join(home, 'data'), DEMO: '0', LOG_LEVEL: 'warn', ...env },
  });
  const stop = async (): Promise<void> => {
    await end(server);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return { setupLink: await linkOf(server), stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

function linkOf(server: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    server.stdout!.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const link = /http:\S+\/setup\?key=\S+/.exec(output);
      if (link) resolve(link[0]);
    });
    server.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${output}`)));
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}
