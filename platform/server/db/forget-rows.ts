import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';

/** Small enough that nobody waits for its locks, that it is done long before a statement is cut off, and that vacuum can follow. */
const AT_ONCE = 5_000;

/**
 * Deletes what is over its term, some thousand rows to a transaction, until none is left: a table that grew for months is swept as quietly as
 * one of yesterday. The condition is one an index finds. Answers how many went.
 */
export async function forgetRows(
  db: Pick<Db, 'everyTenant'>,
  why: string,
  { from, where, atOnce = AT_ONCE }: { from: RawBuilder<unknown>; where: RawBuilder<unknown>; atOnce?: number },
): Promise<number> {
  for (let gone = 0; ;) {
    const { numAffectedRows } = await db.everyTenant(why, (tx) =>
      sql`delete from ${from} where ctid = any(array(select ctid from ${from} where ${where} limit ${atOnce}))`.execute(
        tx.as(),
      ),
    );
    const now = Number(numAffectedRows ?? 0);
    gone += now;
    if (now < atOnce) return gone;
  }
}
