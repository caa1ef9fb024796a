import { expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';

test('a monitor reads how long answers took, by pattern and status', async () => {
  const metrics = openMetrics();
  const answered = metrics.answersOf('GET', '/api/things/:id');
  for (const ms of [1, 3, 3, 9_000]) answered(200, ms);
  answered(404, 1);
  const text = await metrics.registry.metrics();
  expect(text).toContain('# TYPE openseat_http_seconds histogram');
  expect(text).toContain(
    'openseat_http_seconds_bucket{method="GET",route="/api/things/:id",status="200",le="0.002"} 1',
  );
  expect(text).toContain(
    'openseat_http_seconds_bucket{method="GET",route="/api/things/:id",status="200",le="0.005"} 3',
  );
  expect(text).toContain('openseat_http_seconds_bucket{method="GET",route="/api/things/:id",status="200",le="+Inf"} 4');
  expect(text).toContain('openseat_http_seconds_count{method="GET",route="/api/things/:id",status="200"} 4');
  expect(text).toContain('openseat_http_seconds_sum{method="GET",route="/api/things/:id",status="200"} 9.007');
  expect(text).toContain('openseat_http_seconds_count{method="GET",route="/api/things/:id",status="404"} 1');
});

test('the process is measured once, however many servers it holds', () => {
  const [one, other] = [openMetrics(), openMetrics()].map(({ registry }) =>
    registry.getSingleMetric('nodejs_eventloop_lag_seconds'),
  );
  expect(one).toBeDefined();
  expect(one).toBe(other);
});
