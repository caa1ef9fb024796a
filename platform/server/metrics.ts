import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { requestTimes } from './request-times.ts';

let measured: Metric[] | undefined;

/**
 * What the process tells of itself. Measured once, however many servers it holds: each measuring has a timer of 10 ms and looks at
 * every collection of garbage, and nothing ends it.
 */
function processMetrics(): Metric[] {
  if (!measured) {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    measured = registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetric(name)!);
  }
  return measured;
}

/** What a monitor may read at `/metrics`. Names routes by pattern, never by address. */
export function openMetrics() {
  const registry = new Registry();
  for (const metric of processMetrics()) registry.registerMetric(metric);
  const requests = requestTimes();
  registry.registerMetric(requests.metric);
  const sockets = new Gauge({
    name: 'openseat_sockets',
    help: 'Open sockets by channel',
    labelNames: ['channel'] as const,
    registers: [registry],
  });
  const pushes = new Counter({ name: 'openseat_pushes_total', help: 'Events sent to browsers', registers: [registry] });
  const jobs = new Histogram({
    name: 'openseat_job_seconds',
    help: 'Time a job took',
    labelNames: ['task', 'outcome'] as const,
    registers: [registry],
  });
  const suspicious = new Counter({
    name: 'openseat_suspicious_total',
    help: 'Signalling a guard refused, by kind',
    labelNames: ['what'] as const,
    registers: [registry],
  });
  const filesTrouble = new Counter({
    name: 'openseat_files_trouble_total',
    help: 'Files that were asked for in vain: where they are kept was away, or they were damaged',
    labelNames: ['what'] as const,
    registers: [registry],
  });
  return {
    registry,
    suspicious,
    filesTrouble,
    /** Counts of the exchange, read when a monitor asks. */
    watchExchange(
      read: () => {
        legs: number;
        ownCalls?: number;
        registrations?: number;
        /** Of an exchange within the process. */
        sip?: {
          sockets: number;
          registrations: number;
          dialogs: number;
          transactions: number;
          timers: number;
          wires?: { flows: number; strangers: number; dropped: number; repeated: number };
        };
      },
    ): void {
      const inside = {
        own_calls: () => read().ownCalls ?? 0,
        phone_sockets: () => read().sip?.sockets ?? 0,
        dialogs: () => read().sip?.dialogs ?? 0,
        transactions: () => read().sip?.transactions ?? 0,
        timers: () => read().sip?.timers ?? 0,
        phone_flows: () => read().sip?.wires?.flows ?? 0,
        phone_strangers: () => read().sip?.wires?.strangers ?? 0,
        phone_dropped: () => read().sip?.wires?.dropped ?? 0,
        phone_repeated: () => read().sip?.wires?.repeated ?? 0,
      };
      const shown: Record<string, () => number> = {
        legs: () => read().legs,
        registrations: () => read().sip?.registrations ?? read().registrations ?? 0,
        ...(read().sip ? inside : {}),
      };
      for (const [name, value] of Object.entries(shown)) {
        registry.registerMetric(
          new Gauge({
            name: `openseat_exchange_${name}`,
            help: `The exchange now: ${name.replace('_', ' ')}`,
            registers: [],
            collect() {
              this.set(value());
            },
          }),
        );
      }
    },
    sockets,
    pushes,
    jobs,
    answersOf: requests.forRoute,
  };
}

export type Metrics = ReturnType<typeof openMetrics>;
