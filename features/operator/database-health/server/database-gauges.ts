import { Gauge } from 'prom-client';
import type { Clock } from '#platform/server/clock.ts';
import { inTime } from '#platform/server/in-time.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { DatabaseReport } from '../contract.ts';

/** Monitors ask every few seconds, of every node; what is told changes slowly. */
const FRESH_MS = 60_000;
/** One that asks while the database is away is told the rest. */
const PATIENCE_MS = 2_000;

interface GaugeParts {
  metrics: Metrics;
  clock: Pick<Clock, 'monotonicMs'>;
  read(): Promise<DatabaseReport>;
}

const sum = (health: DatabaseReport, of: (table: DatabaseReport['tables'][number]) => number): number =>
  health.tables.reduce((total, table) => total + of(table), 0);

const gauges: Record<string, [help: string, value: (health: DatabaseReport) => number | null]> = {
  openseat_database_bytes: ['How big the database is', ({ bytes }) => bytes],
  openseat_database_sessions: ['Connections that are open, of all programs', ({ connections }) => connections.used],
  openseat_database_sessions_most: ['How many there may be', ({ connections }) => connections.most],
  openseat_database_longest_transaction_seconds: [
    'How long the oldest transaction has been open',
    ({ longestTransactionSeconds }) => longestTransactionSeconds ?? 0,
  ],
  openseat_database_transaction_age: [
    'Transactions since the oldest row that was not frozen; at 2,100,000,000 writes end',
    ({ transactionAge }) => transactionAge,
  ],
  openseat_database_dead_rows: [
    'Rows nobody sees any more and nobody tidied up',
    (health) => sum(health, (t) => t.deadRows),
  ],
  openseat_database_replica_lag_seconds: [
    'How far the slowest replica is behind; absent without replicas',
    ({ replicas }) => {
      const known = replicas.flatMap(({ lagSeconds }) => (lagSeconds === null ? [] : [lagSeconds]));
      return known.length === 0 ? null : Math.max(...known);
    },
  ],
};

/** What monitors read of the database; the last server of a process counts. */
export function offerDatabaseGauges({ metrics: { registry }, clock, read }: GaugeParts): void {
  let asked: { atMs: number; health: Promise<{ value: DatabaseReport } | null> } | null = null;
  const health = (): Promise<{ value: DatabaseReport } | null> => {
    if (!asked || clock.monotonicMs() - asked.atMs > FRESH_MS)
      asked = { atMs: clock.monotonicMs(), health: inTime(read(), PATIENCE_MS) };
    return asked.health;
  };
  for (const [name, [help, value]] of Object.entries(gauges)) {
    registry.removeSingleMetric(name);
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const reading = await health();
          const now = reading && value(reading.value);
          // What nobody knows is absent: a zero would be a lie.
          this.remove();
          if (now !== null) this.set(now);
        },
      }),
    );
  }
  registry.removeSingleMetric(FINDINGS);
  registry.registerMetric(
    new Gauge({
      name: FINDINGS,
      help: 'What is not as it should be in the database: to look at, or to act on',
      labelNames: ['standing'] as const,
      registers: [],
      async collect() {
        const reading = await health();
        this.reset();
        if (!reading) return;
        for (const standing of ['look', 'act'] as const)
          this.set({ standing }, reading.value.findings.filter((finding) => finding.standing === standing).length);
      },
    }),
  );
}

const FINDINGS = 'openseat_database_findings';
