import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** For work that may take minutes. */
export async function withoutHurry(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`.execute(tx.as());
}
