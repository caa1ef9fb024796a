import type { ListChoice } from '#platform/web/country-choices.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { seatsApi } from '../contract.ts';

const STALE_MS = 60_000;
const none: never[] = [];

/** Everybody with a seat, to choose from: whom customers and follow-ups can be given to. */
export function usePeople(): ListChoice[] {
  const { data } = useEndpoint(seatsApi.seatUsers, {}, { staleMs: STALE_MS, handlesFailures: true });
  return (data ?? none).map(({ id, name }) => ({ value: String(id), label: name }));
}
