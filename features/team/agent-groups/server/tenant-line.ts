import type { RoutingEvent } from '../core/routing.ts';
import type { Entry, Routing } from '../core/routing-machine.ts';

type Timeless<E> = E extends { nowMs: number } ? Omit<E, 'nowMs'> : never;

/** An event without its moment: it happens when it is decided. */
export type GroupLineEvent = Timeless<RoutingEvent>;

/** What a few decisions changed, as it is to be written down. */
export interface Written {
  kept: Map<string, Entry>;
  ended: Map<string, { why: string; atMs: number }>;
  /** Groups whose line is another now. */
  groups: Set<number>;
}

export interface TenantLine {
  /** The state after the last decision that was stored. */
  now(): Routing;
  /** Decides in turn; resolves when stored. The function form looks at the line in its turn; null decides nothing. */
  send(
    event: GroupLineEvent | ((routing: Routing) => GroupLineEvent | null),
  ): Promise<{ before: Routing; after: Routing }>;
  /** Ends its timer; what was sent is still decided. */
  stop(): Promise<void>;
}
