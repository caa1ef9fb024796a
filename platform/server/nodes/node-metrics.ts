import { Gauge } from 'prom-client';
import type { DatabaseStanding, Db } from '../db/db.ts';
import { inTime } from '../in-time.ts';
import type { Metrics } from '../metrics.ts';
import type { Drain } from './drain.ts';
import type { NodeFigures } from './nodes.ts';

interface NodeMetricsParts {
  db: Db;
  metrics: Metrics;
  drain: Pick<Drain, 'current'>;
  name: string;
  version: string;
  figures(): NodeFigures;
  /** What still fits where files are kept. */
  freeBytes(): Promise<number>;
}

/** A monitor that asks while the database is away is told the rest. */
const PATIENCE_MS = 1_000;
/**
 * How far the database is and then how far its copies are: each is asked for a second. Who gave up earlier would leave
 * a silent copy out instead of telling that it is away.
 */
const STANDING_PATIENCE_MS = 2_500;

/** What monitors read of a process beyond what its parts count themselves; the last server of a process counts. */
export function watchNode({ db, metrics, drain, name, version, figures, freeBytes }: NodeMetricsParts): void {
  const { registry } = metrics;
  const standing = askedOnce(() => db.standing());
  const offer = (
    metric: string,
    help: string,
    read: () => number | Promise<number | null>,
    patienceMs = PATIENCE_MS,
  ): void => {
    registry.removeSingleMetric(metric);
    registry.registerMetric(
      new Gauge({
        name: metric,
        help,
        registers: [],
        async collect() {
          const value = (await inTime(Promise.resolve(read()), patienceMs))?.value ?? null;
          // Not `reset`, after which it would be 0: what nobody knows is absent, and rules ask for that.
          this.remove();
          if (value !== null) this.set(value);
        },
      }),
    );
  };
  registry.removeSingleMetric('openseat_node_info');
  const info = new Gauge({
    name: 'openseat_node_info',
    help: 'This process by name and version; always 1',
    labelNames: ['node', 'version'] as const,
    registers: [registry],
  });
  info.set({ node: name, version }, 1);
  offer('openseat_draining', '1 while this process is on its way out', () => (drain.current() ? 1 : 0));
  offer('openseat_homes', 'Tenants whose desk lives in this process', () => figures().homes);
  offer('openseat_jobs_running', 'Jobs under way in this process', () => figures().jobs);
  offer('openseat_files_free_bytes', 'What still fits where files are kept', freeBytes);
  offer('openseat_database_seconds', 'How long the database took to answer; absent while it does not', async () => {
    const askedMs = performance.now();
    await db.pool.query('select 1');
    return (performance.now() - askedMs) / 1_000;
  });
  offer(
    'openseat_database_moves',
    'How often another host of the database took over',
    async () => (await standing()).moves,
    STANDING_PATIENCE_MS,
  );
  offer(
    'openseat_database_connections',
    'Connections of this process that are in use',
    async () => (await standing()).pool.used,
    STANDING_PATIENCE_MS,
  );
  offer(
    'openseat_database_waiting',
    'Who waits for a connection in this process',
    async () => (await standing()).pool.waiting,
    STANDING_PATIENCE_MS,
  );
  watchReplicas(standing, registry);
  offer('openseat_jobs_waiting', 'Jobs that are due and not begun, of all processes', () => queue(db, 'count'));
  offer('openseat_jobs_oldest_seconds', 'How long the oldest of them has been due', () => queue(db, 'oldest'));
}

/** How far read replicas are behind, and how many reads they took. */
function watchReplicas(standing: () => Promise<DatabaseStanding>, registry: Metrics['registry']): void {
  const replicas = async () => (await inTime(standing(), STANDING_PATIENCE_MS))?.value.replicas ?? [];
  for (const metric of ['openseat_replica_behind_bytes', 'openseat_replica_up', 'openseat_replica_reads'])
    registry.removeSingleMetric(metric);
  const behind = new Gauge({
    name: 'openseat_replica_behind_bytes',
    help: 'What a read replica has not applied; absent where nobody can tell',
    labelNames: ['replica'] as const,
    registers: [],
    async collect() {
      this.reset();
      for (const { name, behindBytes } of await replicas())
        if (behindBytes !== null) this.set({ replica: name }, behindBytes);
    },
  });
  const up = new Gauge({
    name: 'openseat_replica_up',
    help: '1 while a read replica follows the database and answers',
    labelNames: ['replica'] as const,
    registers: [],
    async collect() {
      this.reset();
      for (const { name, state } of await replicas()) this.set({ replica: name }, state === 'following' ? 1 : 0);
    },
  });
  const reads = new Gauge({
    name: 'openseat_replica_reads',
    help: 'Reads that a replica might answer, by who answered',
    labelNames: ['by'] as const,
    registers: [],
    async collect() {
      for (const [by, count] of Object.entries((await standing()).reads)) this.set({ by }, count);
    },
  });
  for (const metric of [behind, up, reads]) registry.registerMetric(metric);
}

/** One look of a monitor asks once, whatever it reads of it. */
function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; answer: Promise<T> } | null = null;
  return () => {
    if (!last || performance.now() - last.atMs > PATIENCE_MS) last = { atMs: performance.now(), answer: ask() };
    return last.answer;
  };
}

const DUE = `
  select count(*)::float8 count, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 oldest
  from graphile_worker._private_jobs where is_available and run_at <= now()`;

async function queue(db: Db, what: 'count' | 'oldest'): Promise<number | null> {
  const { rows } = await db.pool.query<{ count: number; oldest: number }>(DUE);
  return rows[0]?.[what] ?? null;
}
