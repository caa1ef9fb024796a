import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What a monitor may read at `/metrics`. Names routes by pattern, never by address. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'openseat_http_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const sockets = new Gauge({ name: 'openseat_sockets', help: 'Open sockets by channel', labelNames: ['channel'] as const, registers: [registry] });
  const pushes = new Counter({ name: 'openseat_pushes_total', help: 'Events sent to browsers', registers: [registry] });
  const jobs = new Histogram({ name: 'openseat_job_seconds', help: 'Time a job took', labelNames: ['task', 'outcome'] as const, registers: [registry] });
  return {
    registry,
    sockets,
    pushes,
    jobs,
    answered(method: string, route: string, status: number, ms: number) {
      requests.observe({ method, route, status }, ms / 1_000);
    },
  };
}

export type Metrics = ReturnType<typeof openMetrics>;
