import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';

/** What tags ask of whoever keeps customers: customers know tags, so their door is handed in. */
export interface TaggedCustomers {
  /** SQL: how many customers of the tenant have a tag, counted up to `most`. */
  count(tenantId: number, tag: RawBuilder<unknown>, most: number): RawBuilder<unknown>;
  /** Takes a tag off `most` customers at most; answers off how many. */
  takeOff(tx: Tx, tag: { tenantId: number; tagId: number }, most: number): Promise<number>;
  /** Gives tags to the customers of a demo that have none; `chosen` is SQL on the customer `c`. */
  tagDemo(tx: Tx, tenantId: number, chosen: RawBuilder<unknown>): Promise<void>;
}
