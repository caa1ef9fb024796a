import { bare, call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import type { flowsApi } from '../contract.ts';

/** Without its schemas: this is in the first load of every page. */
const query = bare<typeof flowsApi.query>('POST', '/cc/api/ivrFlow/v1/query');

let asked: number | null = null;

/** Asks for the flow at this address while the code of its designer is on its way. */
export function prefetchFlow(pathname: string): void {
  const id = Number(/^\/robot\/flows\/(\d+)$/.exec(pathname)?.[1]);
  if (!Number.isSafeInteger(id)) return;
  asked = id;
  void queryClient.prefetchQuery({
    queryKey: keyOf(query, { id }),
    queryFn: ({ signal }) => call(query, { id }, { signal }),
    meta: { handled: true },
  });
}

/** Whether this flow was just asked for; once, so that every later visit asks anew. */
export function wasPrefetched(id: number): boolean {
  const was = asked === id;
  asked = null;
  return was;
}
