import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { flags, freePort } from './product.ts';

const root = join(import.meta.dirname, '..');
const CHECK_MS = 300;
const HEALTHY_MS = 1_000;
const END_MS = 15_000;

/** One process of the product, of several on one database. */
export interface DeskProcess {
  name: string;
  origin: string;
  pid(): number;
  /** It answers, as far as the balancer knows. */
  isUp: boolean;
  signal(what: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  /** To what was loaded before the product. */
  send(message: object): void;
  /** From now on it begins with these sources and settings. */
  change(next: Partial<ProcessWishes>): void;
  /** Resolves when it is gone. */
  ended(): Promise<void>;
  /** Ended, however: it begins anew. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

export interface ProcessWishes {
  /** Where its sources are. */
  home: string;
  env: Readonly<Record<string, string>>;
  /** A file that is loaded before the product. */
  preload: string | null;
  port: number;
  /** What it complains about while everything is taken from it is not shown. */
  isQuiet: boolean;
}

export async function startProcess(
  index: number,
  databaseUrl: string,
  dataDir: string,
  given: Partial<ProcessWishes> = {},
): Promise<DeskProcess> {
  const port = given.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const name = `desk-${index}`;
  let wishes: Omit<ProcessWishes, 'port'> = { home: root, env: {}, preload: null, isQuiet: false, ...given };
  let child: ChildProcess;
  async function begin(): Promise<void> {
    const { home, env, preload, isQuiet } = wishes;
    const before = [...flags, ...(preload ? ['--import', pathToFileURL(preload).href] : [])];
    child = spawn(process.execPath, [...before, join(home, 'apps/server/main.ts')], {
      cwd: home,
      // It ends by itself when we are gone.
      stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
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
        ...env,
      },
    });
    child.on('error', () => {});
    while (!(await answers(origin))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} did not start`);
      await wait(100);
    }
  }
  async function ended(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await begin();
  return {
    name,
    origin,
    pid: () => child.pid!,
    isUp: true,
    signal: (what) => void child.kill(what),
    send: (message) => void (child.connected && child.send(message)),
    change: (next) => void (wishes = { ...wishes, ...next }),
    ended,
    async restart() {
      await ended();
      await begin();
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = ended();
      child.kill('SIGCONT');
      // The second one waits for nobody's call.
      child.kill('SIGTERM');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await gone;
      clearTimeout(force);
    },
  };
}

const answersAt = (path: string, origin: string): Promise<boolean> =>
  fetch(`${origin}${path}`, { signal: AbortSignal.timeout(HEALTHY_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );
const answers = (origin: string): Promise<boolean> => answersAt('/api/echo', origin);

/**
 * One address before them all: each connection goes to one that answers, and is cut when that one does not any more. With `byReadiness` new ones
 * go to those that say they are ready, as long as there is one.
 */
export async function openBalancer(
  processes: readonly DeskProcess[],
  chance: () => number,
  { byReadiness = false }: { byReadiness?: boolean } = {},
) {
  const lines = new Map<DeskProcess, Set<Socket>>(processes.map((one) => [one, new Set()]));
  const unready = new Set<DeskProcess>();
  function lead(near: Socket, among: readonly DeskProcess[]): void {
    const ready = among.filter((one) => !unready.has(one));
    const choice = ready.length > 0 ? ready : among;
    const chosen = choice[Math.floor(chance() * choice.length)];
    if (!chosen) return void near.destroy();
    const far = connect(Number(new URL(chosen.origin).port), '127.0.0.1');
    const own = lines.get(chosen)!;
    const end = (): void => {
      own.delete(near);
      near.destroy();
      far.destroy();
    };
    // Nothing was said yet: another one may have it.
    const refused = (): void => {
      far.destroy();
      lead(
        near,
        among.filter((one) => one !== chosen),
      );
    };
    far.once('error', refused).once('connect', () => {
      far.off('error', refused);
      if (near.destroyed) return void far.destroy();
      own.add(near);
      for (const side of [near, far]) side.on('error', end).on('close', end);
      near.pipe(far).pipe(near);
    });
  }
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    lead(
      near,
      processes.filter(({ isUp }) => isUp),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const over = new AbortController();
  const watching = Promise.all(
    processes.map(async (one) => {
      while (!over.signal.aborted) {
        one.isUp = await answers(one.origin);
        if (!one.isUp) for (const line of lines.get(one)!) line.destroy();
        if (byReadiness && (await answersAt('/api/ready', one.origin))) unready.delete(one);
        else if (byReadiness) unready.add(one);
        await wait(CHECK_MS);
      }
    }),
  );
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everybody's connection is gone at once; they may come again. */
    cut() {
      for (const own of lines.values()) for (const line of own) line.destroy();
    },
    async close() {
      over.abort();
      for (const own of lines.values()) for (const line of own) line.destroy();
      server.close();
      await watching;
    },
  };
}
