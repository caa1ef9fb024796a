import { Gauge } from 'prom-client';
import type { World } from '#platform/server/world.ts';

const GAUGE = 'openseat_calls';

/** Shows how many calls go on; the last desk that was opened counts. */
export function countCalls({ registry }: World['metrics'], count: () => number): void {
  registry.removeSingleMetric(GAUGE);
  registry.registerMetric(
    new Gauge({
      name: GAUGE,
      help: 'Calls that go on',
      registers: [],
      collect() {
        this.set(count());
      },
    }),
  );
}
