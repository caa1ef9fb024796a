import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, flags, freePort } from './product.ts';

const root = join(import.meta.dirname, '..');
/** The same in every run: a database that is kept has secrets of the run before. */
const SECRETS_KEY = '0b'.repeat(32);

/** The product as it is started, in a process of its own, on a database that is there; `hasDemo` also brings its world outside. `BENCH_PROFILE` names a folder for its profile. */
export async function openProduct(
  url: string,
  { hasDemo = false }: { hasDemo?: boolean } = {},
): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const profile = process.env['BENCH_PROFILE'];
  const server = fork(join(root, 'apps/server/main.ts'), [], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...flags, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataFolder(),
      DATABASE_URL: url,
      SECRETS_KEY,
      DEMO: hasDemo ? '1' : '0',
      LOG_LEVEL: 'silent',
      MEDIA_BIND: '127.0.0.1',
      MEDIA_PORT: '0',
    },
  });
  while (
    !(await fetch(`${origin}/api/echo`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error('the product did not start');
    await wait(50);
  }
  return {
    origin,
    pid: server.pid!,
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}
