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
  const all: Times[] = [];

  /** The counter of one route; made once, so that an answer costs no look-up by name. */
  function forRoute(method: string, route: string): (status: number, ms: number) => void {
    const byStatus = new Map<number, Times>();
    return (status, ms) => {
      let times = byStatus.get(status);
      if (!times) {
        times = { labels: { method, route, status }, counts: BUCKETS_SEC.map(() => 0).concat(0), sumSec: 0 };
        byStatus.set(status, times);
        all.push(times);
      }
      const sec = ms / 1_000;
      let bucket = 0;
      while (bucket < BUCKETS_SEC.length && sec > BUCKETS_SEC[bucket]!) bucket += 1;
      times.counts[bucket]! += 1;
      times.sumSec += sec;
    };
  }

  const metric = {
    name: NAME,
    get: () =>
      Promise.resolve({
        name: NAME,
        help: 'Time to answer, by route pattern and status',
        type: 'histogram',
        aggregator: 'sum',
        values: all.flatMap(valuesOf),
      }),
    reset: () => all.forEach((times) => Object.assign(times, { counts: times.counts.map(() => 0), sumSec: 0 })),
  };
  return { forRoute, metric: metric as unknown as Metric<string> };
}

function valuesOf({ labels, counts, sumSec }: Times): object[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { labels: { ...labels, le: BUCKETS_SEC[index] ?? '+Inf' }, value: total, metricName: `${NAME}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: sumSec, metricName: `${NAME}_sum` },
    { labels, value: total, metricName: `${NAME}_count` },
  ];
}
