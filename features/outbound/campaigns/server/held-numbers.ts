import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** SQL: what stands for a number of a tenant among locks. */
const nameOf = (tx: TenantTx, number: ReturnType<typeof sql>) =>
  sql`hashtextextended('campaign call ' || ${number}, ${tx.tenantId}::bigint)`;

/**
 * From here to the end of the transaction nobody else writes down a call of a campaign to this number, of whatever kind: what was asked
 * about it stays true until the attempt is a row. Whoever comes second waits, and finds that row.
 */
export async function holdNumber(tx: TenantTx, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameOf(tx, sql`${number}::text`)})`.execute(tx.as());
}

/** The same for many, of whom nobody is waited for: those nobody else holds, and no call goes on to. */
export async function holdNumbers(tx: TenantTx, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows: held } = await sql<{ number: string }>`
    select n.number from unnest(${numbers}::text[]) n (number) where pg_try_advisory_xact_lock(${nameOf(tx, sql`n.number`)})`.execute(
    tx.as(),
  );
  const ours = held.map(({ number }) => number);
  // Looked up once they are held, by a statement of its own: it sees what was written a moment before.
  const { rows: busy } = await sql<{ number: string }>`
    select a.number from unnest(${ours}::text[]) n (number) cross join lateral (
      select o.number from campaign_attempt o where o.number = n.number and o.ended_at is null limit 1) a`.execute(
    tx.as(),
  );
  const taken = new Set(busy.map(({ number }) => number));
  return new Set(ours.filter((number) => !taken.has(number)));
}
