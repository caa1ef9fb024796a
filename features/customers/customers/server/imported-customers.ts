import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';

/** One import: whose customers these are, and who brings them. */
interface CustomerImport {
  id: number;
  userId: number;
}

const shown = sql`coalesce(s.full_name, customer_joined_name(coalesce(s.first_name, ''), coalesce(s.last_name, '')))`;
const parts = (part: number) =>
  sql`case when cardinality(s.numbers) = 1 then array[split_part(s.numbers[1], '/', ${sql.lit(part)})] else array(select split_part(number, '/', ${sql.lit(part)}) from unnest(s.numbers) with ordinality u (number, place) order by place) end`;

/**
 * Adds the customers of staged rows, SQL that begins with the table of rows `s`; numbers in them are written `525512345678/MX`.
 * Their own rows tell that an import brought them; see `historyOf`.
 */
export async function addImported(tx: TenantTx, one: CustomerImport, staged: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into customer (full_name, first_name, last_name, company, phones, phone_countries, emails, owner_id, source, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent, consent_at, import_id, created_by)
    select ${shown}, coalesce(s.first_name, ''), coalesce(s.last_name, ''), coalesce(s.company, ''), ${parts(1)}, ${parts(2)}, s.emails, s.owner_id, ${CustomerSource.import}, coalesce(s.language, ''), coalesce(s.time_zone, ''), coalesce(s.country, ''),
      s.tag_ids, s.fields, coalesce(s.note, ''), coalesce(s.do_not_call, false), coalesce(s.do_not_text, false), coalesce(s.consent, 0), case when s.consent <> 0 then now() end, ${one.id}, ${one.userId}
    from ${staged}`.execute(tx.as());
  return Number(numAffectedRows);
}

/**
 * Writes these columns, and what history tells of them, of customers an import changes. `changed` is SQL that begins with the
 * table of rows `u`: `id`, the columns as they will be, and `changes`; `which` says which of its rows.
 */
export async function changeImported(
  tx: TenantTx,
  { userId }: Pick<CustomerImport, 'userId'>,
  columns: readonly string[],
  { changed, which }: { changed: RawBuilder<unknown>; which: RawBuilder<unknown> },
): Promise<void> {
  await sql`update customer c set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`u.${column}`)}`))},
    consent_at = case when u.consent = c.consent then c.consent_at else now() end, updated_at = now(), version = c.version + 1 from ${changed} where c.id = u.id and ${which}`.execute(
    tx.as(),
  );
  await sql`insert into customer_change (customer_id, user_id, kind, changes) select u.id, ${userId}, 'imported', u.changes from ${changed} where ${which}`.execute(
    tx.as(),
  );
}

/** Takes back those customers of an import that have one of these numbers. */
export async function takeBackImported(
  tx: TenantTx,
  { id }: Pick<CustomerImport, 'id'>,
  numbers: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from customer where import_id = ${id} and phones && ${numbers}::text[]`.execute(tx.as());
  return Number(numAffectedRows);
}
