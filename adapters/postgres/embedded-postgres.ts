import { realpathSync } from 'node:fs';
import { isNobody, nameOf } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, openCluster } from './open-cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRunning } from './restart-supervisor.ts';
import type { DatabaseChange } from './restart-supervisor.ts';
import { clearLeftovers } from './leftovers.ts';
import { findPlace, type PostgresPlace } from './postgres-place.ts';
import { archiveSettings } from './wal-scripts.ts';
import { freePort, startPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { findSocketFolder, isWithoutSockets, socketSettings } from './socket-folder.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** A free one is taken when none is given. */
  port?: number | undefined;
  /** Hears what happens to the database: a function, or a logger whose warnings it goes to. */
  log: ((line: string) => void) | { info(line: string): void; warn(line: string): void };
  /** PostgreSQL settings over our own. */
  settings?: Record<string, string>;
  /** Where the files go when DATA_DIR cannot hold them (see `findPlace`). */
  systemFolder?: string | undefined;
  /** Root may make an account of its own for it. */
  ownAccount?: boolean;
  /** It hands over its log once a backup names a folder for it (`wal-scripts.ts`). */
  archive?: boolean;
  /** Its process runs, and does not take connections yet: whoever has other work may do it meanwhile. */
  onSpawned?: () => void;
}

export interface EmbeddedPostgres {
  /** Stays the same when PostgreSQL is restarted under us. */
  readonly url: string;
  /** The server's process id at this moment. */
  readonly pid: number;
  /** What whoever runs the machine should know of where its files lie and whose they are; null when there is nothing to say. */
  readonly whereabouts: string | null;
  /** Tells when PostgreSQL died under us (`lost`) and when it takes connections again (`back`). Answers how to stop listening. */
  onChange(listener: (change: DatabaseChange) => void): () => void;
  /**
   * Fast shutdown; nothing of it runs afterwards, and the folder is free. What takes longer than `patienceMs` is cut short:
   * nothing is lost by it, the next start has a log to read.
   */
  stop(patienceMs?: number): Promise<void>;
}

const PORT_ATTEMPTS = 5;

/**
 * Runs the PostgreSQL that came with npm on a data folder.
 *
 * 1. One OpenSeat per data folder: the second gets `DataFolderInUse`.
 * 2. What a killed predecessor left running is ended first; what it acknowledged is there.
 * 3. A PostgreSQL that dies under us is started again on the same port until `stop()`.
 * 4. Whatever stands in the way is an `EmbeddedPostgresError` of one line.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let lock: { release(): void } | undefined;
  try {
    lock = lockFolder(options.dataDir);
    return await startLocked(options, lock);
  } catch (error) {
    lock?.release();
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(`The data folder ${options.dataDir} cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function startLocked(options: EmbeddedPostgresOptions, lock: { release(): void }): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {} } = options;
  const log = typeof options.log === 'function' ? options.log : options.log.warn.bind(options.log);
  const place = findPlace(dataDir, log, options.systemFolder, options.ownAccount);
  const binaries = prepareBinaries(place);
  const cluster = await openCluster(place, binaries);
  if ((await clearLeftovers(cluster.data)) === 'ended') log('Ended a PostgreSQL that had outlived its OpenSeat.');

  // A shell is needed.
  const archive = options.archive && process.platform !== 'win32' ? archiveSettings(place) : {};
  let sockets: string | null = null;
  const startWith = (port: number, found: string | null) => {
    sockets = found;
    return startPostmaster(place, binaries, cluster, {
      port,
      settings: { ...socketSettings(found), ...archive, ...settings },
      onSpawned: options.onSpawned,
    });
  };
  const start: Start = (port) =>
    startWith(port, findSocketFolder(place)).catch((problem: unknown) => {
      // A shared folder of another system may hold files only.
      if (!isWithoutSockets(problem)) throw problem;
      return startWith(port, null);
    });
  const first = options.port === undefined ? await startOnFreePort(start) : await startOn(options.port, start);
  const keeper = keepRunning(first.postmaster, log, async () => {
    await clearLeftovers(cluster.data);
    return start(first.port);
  });
  return {
    url: `postgres://${DATABASE}:${cluster.password}@127.0.0.1:${first.port}/${DATABASE}${bySocket(sockets)}`,
    get pid() {
      return keeper.pid();
    },
    whereabouts: whereaboutsOf(place, dataDir),
    onChange: keeper.onChange,
    async stop(patienceMs) {
      await keeper.stop(patienceMs);
      lock.release();
    },
  };
}

function whereaboutsOf({ folder, account }: PostgresPlace, dataDir: string): string | null {
  if (!account) return null;
  const isInside = folder.startsWith(realpathSync(dataDir));
  const where = isInside ? '' : ` The database lies in ${folder}, as its account may not enter ${dataDir}.`;
  const whose = isNobody(account)
    ? ` It runs as ${nameOf(account)}, like other programs may: give the data folder to an account of your own and start as that.`
    : isInside
      ? ''
      : ` It runs as ${nameOf(account)}.`;
  return (where + whose).trim() || null;
}

/** Whoever knows of no sockets finds the port beside it. */
const bySocket = (folder: string | null): string => (folder === null ? '' : `?host=${encodeURIComponent(folder)}`);

type Start = (port: number) => Promise<Postmaster>;

async function startOn(port: number, start: Start) {
  if (!(await isFree(port)))
    throw new EmbeddedPostgresError(`PostgreSQL cannot have port ${port}: another program listens on it.`);
  return { port, postmaster: await start(port) };
}

async function startOnFreePort(start: Start) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, postmaster: await start(port) };
    } catch (error) {
      const lostTheRace = !(await isFree(port));
      if (!lostTheRace || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return freePort(port).then(
    () => true,
    () => false,
  );
}
