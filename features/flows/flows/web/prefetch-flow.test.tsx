import { expect, test } from 'vitest';
import { queryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { flowsApi } from '../contract.ts';
import { prefetchFlow, wasPrefetched } from './prefetch-flow.ts';

test('[CC-07] the flow at the address is asked for while the designer’s code comes, and counts for one visit', async () => {
  const asked = fakeServer(() => ({ data: { id: 8 } }));
  prefetchFlow('/robot/flows/8');
  await expect.poll(() => queryClient.getQueryData([flowsApi.query.path, { id: 8 }])).toEqual({ id: 8 });
  expect(asked.map(({ url, body }) => [url, body])).toEqual([[flowsApi.query.path, { id: 8 }]]);
  expect(wasPrefetched(8)).toBe(true);
  expect(wasPrefetched(8)).toBe(false);
});

test('[CC-07] where there is no flow nothing is asked', () => {
  const asked = fakeServer(() => ({ data: null }));
  prefetchFlow('/robot/flows');
  prefetchFlow('/robot/flows/new');
  expect(asked).toEqual([]);
  expect(wasPrefetched(Number.NaN)).toBe(false);
});
