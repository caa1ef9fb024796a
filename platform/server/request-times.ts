import type { Metric } from 'prom-client';

const NAME = 'openseat_http_seconds';
const BUCKETS_SEC = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Times {
  labels: { method: string; route: string; status: number };
  /** One count per bucket, and one for everything slower. */
  counts: number[];
  sumSec: number;
}

/**
 * How long answers take, by route pattern and status. Counting happens on every request, so it is
 * two additions here; the shape a monitor reads is made when it reads.
 */
export function requestTimes() {
  const byKey = new Map<string, Times>();

  function observe(method: string, route: string, status: number, ms: number): void {
    const key = `${method} ${route} ${status}`;
    let times = byKey.get(key);
    if (!times) byKey.set(key, (times = { labels: { method, route, status }, counts: BUCKETS_SEC.map(() => 0).concat(0), sumSec: 0 }));
    const sec = ms / 1_000;
    const bucket = BUCKETS_SEC.findIndex((limit) => sec <= limit);
    times.counts[bucket === -1 ? BUCKETS_SEC.length : bucket]! += 1;
    times.sumSec += sec;
  }

  const metric = {
    name: NAME,
    get: () => Promise.resolve({ name: NAME, help: 'Time to answer, by route pattern and status', type: 'histogram', aggregator: 'sum', values: [...byKey.values()].flatMap(valuesOf) }),
    reset: () => byKey.clear(),
  };
  return { observe, metric: metric as unknown as Metric<string> };
}

function valuesOf({ labels, counts, sumSec }: Times): object[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { labels: { ...labels, le: BUCKETS_SEC[index] ?? '+Inf' }, value: total, metricName: `${NAME}_bucket` };
  });
  return [...buckets, { labels, value: sumSec, metricName: `${NAME}_sum` }, { labels, value: total, metricName: `${NAME}_count` }];
}
