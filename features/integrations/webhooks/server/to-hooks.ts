import type { HookEvent } from '../contract.ts';
import type { FanOut } from './fan-out.ts';

export interface Announced {
  tenantId: number;
  announcementId: string;
}

/** A batch may change very many: each event names some of them, and one without ids says that there are too many to name. */
const IDS_EACH = 100;
const chunked = (ids: readonly number[]): number[][] =>
  ids.length === 0
    ? [[]]
    : Array.from({ length: Math.ceil(ids.length / IDS_EACH) }, (_, index) =>
        ids.slice(index * IDS_EACH, (index + 1) * IDS_EACH),
      );

/** Where nobody listens nothing is done: asked in the transaction that announces it, so that no hook misses anything. */
export const toHooks = <Payload>(types: readonly HookEvent[], run: (payload: Payload) => Promise<void>) => ({
  run,
  wanted: `exists (select from webhook where enabled and events && '{${types.join()}}'::text[])`,
});

/** What they are now is asked for by the API: a body of ids holds nothing that would have to be masked. */
export const spreadIdsBy =
  (spread: FanOut) =>
  (
    type: HookEvent,
    name: string,
    { tenantId, announcementId }: Announced,
    ids: readonly number[],
    rest: object = {},
  ): Promise<void> =>
    spread(tenantId, [type], () =>
      chunked(ids).map((some, index) => ({ type, key: `${announcementId} ${index}`, data: { [name]: some, ...rest } })),
    );
