import type { UseQueryResult } from '@tanstack/react-query';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { routesApi, type Trunk } from '../../contract.ts';

/** How often it is asked how many calls go out now. */
export const USE_EVERY_MS = 15_000;

/** The trunks, with the calls they carry now. */
export const useTrunks = (): UseQueryResult<Trunk[]> =>
  useEndpoint(routesApi.listTrunks, { path: 'line.list' }, { handlesFailures: true, everyMs: USE_EVERY_MS });
