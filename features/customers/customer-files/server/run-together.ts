import { sql, type RawBuilder } from 'kysely';
import { planOf, stageOf, type StagedImport } from './stage.ts';

/** Columns a row may say something about; null says nothing. */
export const plainColumns = [
  'full_name',
  'first_name',
  'last_name',
  'company',
  'owner_id',
  'language',
  'time_zone',
  'country',
  'note',
  'do_not_call',
  'do_not_text',
  'consent',
] as const;

/** Planned rows run together by what they are about; numbers and addresses somebody else has are left out. */
export const together = (
  one: StagedImport,
  about: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${about} id, ${sql.join(plainColumns.map((column) => sql`(array_agg(s.${sql.ref(column)} order by s.line desc) filter (where s.${sql.ref(column)} is not null))[1] ${sql.ref(column)}`))},
    merged_lists(${freeNumbers} order by s.line) numbers, merged_lists(${freeEmails} order by s.line) emails, merged_lists(s.tag_ids order by s.line) tag_ids, merged_fields(s.fields order by s.line) fields
  from ${planOf(one)} p join ${stageOf(one)} s using (line) where ${which} group by ${about}`;

/** The numbers and addresses of a planned row that nobody else has. */
export const freeNumbers = sql`case when p.taken is null then s.numbers else array(select number from unnest(s.numbers) with ordinality u (number, place) where split_part(number, '/', 1) <> all (p.taken) order by place) end`;
export const freeEmails = sql`case when p.taken is null then s.emails else array(select email from unnest(s.emails) with ordinality u (email, place) where email <> all (p.taken) order by place) end`;
