import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './product.ts';

const root = join(import.meta.dirname, '..');
const CHECK_MS = 300;
const HEALTHY_MS = 1_000;

/** One process of the product, of several on one database. */
export interface DeskProcess {
  name: string;
  origin: string;
  pid(): number;
  /** It answers, as far as the balancer knows. */
  isUp: boolean;
  signal(what: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Ended, however: it begins anew. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

export async function startProcess(index: number, databaseUrl: string, dataDir: string): Promise<DeskProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const name = `desk-${index}`;
  let child: ChildProcess;
  async function begin(): Promise<void> {
    child = spawn(process.execPath, [join(root, 'apps/server/main.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(dataDir, name),
        DATABASE_URL: databaseUrl,
        SECRETS_KEY_FILE: join(dataDir, 'secrets.key'),
        NODE_NAME: name,
        DEMO: '1',
        LOG_LEVEL: 'silent',
        MEDIA_BIND: '127.0.0.1',
      },
    });
    while (!(await answers(origin))) {
      if (child.exitCode !== null) throw new Error(`${name} did not start`);
      await wait(100);
    }
  }
  await begin();
  return {
    name,
    origin,
    pid: () => child.pid!,
    isUp: true,
    signal: (what) => void child.kill(what),
    async restart() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await begin();
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/api/echo`, { signal: AbortSignal.timeout(HEALTHY_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );

/** One address before them all: each connection goes to one that answers, and is cut when that one does not any more. */
export async function openBalancer(processes: readonly DeskProcess[], chance: () => number) {
  const lines = new Map<DeskProcess, Set<Socket>>(processes.map((one) => [one, new Set()]));
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    const up = processes.filter(({ isUp }) => isUp);
    const chosen = up[Math.floor(chance() * up.length)];
    if (!chosen) return void near.destroy();
    const far = connect(Number(new URL(chosen.origin).port), '127.0.0.1');
    const own = lines.get(chosen)!;
    own.add(near);
    const end = (): void => {
      own.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const side of [near, far]) side.on('error', end).on('close', end);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const over = new AbortController();
  const watching = Promise.all(
    processes.map(async (one) => {
      while (!over.signal.aborted) {
        one.isUp = await answers(one.origin);
        if (!one.isUp) for (const line of lines.get(one)!) line.destroy();
        await wait(CHECK_MS);
      }
    }),
  );
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      over.abort();
      for (const own of lines.values()) for (const line of own) line.destroy();
      server.close();
      await watching;
    },
  };
}
