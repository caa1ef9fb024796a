import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { requestTimes } from './request-times.ts';

/** What a monitor may read at `/metrics`. Names routes by pattern, never by address. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = requestTimes();
  registry.registerMetric(requests.metric);
  const sockets = new Gauge({ name: 'openseat_sockets', help: 'Open sockets by channel', labelNames: ['channel'] as const, registers: [registry] });
  const pushes = new Counter({ name: 'openseat_pushes_total', help: 'Events sent to browsers', registers: [registry] });
  const jobs = new Histogram({ name: 'openseat_job_seconds', help: 'Time a job took', labelNames: ['task', 'outcome'] as const, registers: [registry] });
  return {
    registry,
    sockets,
    pushes,
    jobs,
    answersOf: requests.forRoute,
  };
}

export type Metrics = ReturnType<typeof openMetrics>;
