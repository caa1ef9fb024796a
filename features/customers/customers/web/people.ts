import { seatsApi } from '#features/team/seats/contract.ts';
import type { Choice } from '#platform/web/country-choices.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';

const STALE_MS = 60_000;
const none: never[] = [];

/** The people customers and follow-ups can be given to. */
export function usePeople(): Choice[] {
  const { data } = useEndpoint(seatsApi.seatUsers, {}, { staleMs: STALE_MS, handlesFailures: true });
  return (data ?? none).map(({ id, name }) => ({ value: String(id), label: name }));
}
