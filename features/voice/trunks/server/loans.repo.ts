import { sql } from 'kysely';
import type { LoanTerms } from '#core/trunk/trunks.port.ts';
import type { Tx } from '#platform/server/db/db.ts';

/** Told to every process: what is lent, or to whom, is other now. */
export const LOANS_CHANNEL = 'lent_trunks';

/** What operators decided about lent trunks, by the word calls name them by. */
export async function loanTerms(tx: Tx): Promise<Map<string, LoanTerms>> {
  const { rows } = await sql<LoanTerms & { carrier: string }>`
    select carrier, name, to_jsonb(tenant_ids) "tenantIds", is_withdrawn "isWithdrawn" from lent_trunk`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ carrier, ...terms }) => [carrier, terms]));
}

/** Lends a trunk by these terms from now on, in every process. */
export async function setLoanTerms(
  tx: Tx,
  carrier: string,
  { name, tenantIds, isWithdrawn }: LoanTerms,
): Promise<void> {
  await sql`
    insert into lent_trunk (carrier, name, tenant_ids, is_withdrawn)
    values (${carrier}, ${name}, ${tenantIds && [...tenantIds]}::bigint[], ${isWithdrawn})
    on conflict (carrier) do update set name = excluded.name, tenant_ids = excluded.tenant_ids, is_withdrawn = excluded.is_withdrawn`.execute(
    tx.as(),
  );
  await sql`select pg_notify(${LOANS_CHANNEL}, ${carrier})`.execute(tx.as());
}
