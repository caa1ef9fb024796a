import { sql, type RawBuilder } from 'kysely';
import { freeEmails, freeNumbers, plainColumns, together } from './run-together.ts';
import { planOf, stageOf, type StagedImport } from './stage.ts';

/** More numbers or addresses nobody gets by an import. */
const CONTACTS_MOST = 20;

/** Numbers are written `525512345678/MX`. */
const digits = sql`split_part(number, '/', 1)`;
const fresh = (what: RawBuilder<unknown>): RawBuilder<unknown> => sql`array(select ${what} from (
  select distinct on (${digits}) number, place from unnest(r.numbers) with ordinality u (number, place) where ${digits} <> all (c.phones) order by ${digits}, place) u order by place limit greatest(0, ${sql.lit(CONTACTS_MOST)} - cardinality(c.phones)))`;

const given = (column: string): RawBuilder<unknown> => sql`coalesce(r.${sql.ref(column)}, c.${sql.ref(column)})`;
/** The same rule as for people who edit: a name made of its parts follows them. */
const name = sql`coalesce(r.full_name, case when coalesce(r.first_name, r.last_name) is not null and c.full_name in ('', customer_joined_name(c.first_name, c.last_name)) then customer_joined_name(${given('first_name')}, ${given('last_name')}) end, c.full_name)`;

/** Columns a person can change, with what an import makes of them and what history calls them. */
export const writtenColumns = [
  ...plainColumns.map((column) => ({
    column,
    historyName: column === 'owner_id' ? 'owner' : column,
    value: column === 'full_name' ? name : given(column),
  })),
  {
    column: 'phones',
    historyName: 'phone',
    value: sql`case when r.numbers = '{}' then c.phones else c.phones || ${fresh(digits)} end`,
  },
  {
    column: 'phone_countries',
    historyName: null,
    value: sql`case when r.numbers = '{}' then c.phone_countries else c.phone_countries || ${fresh(sql`split_part(number, '/', 2)`)} end`,
  },
  {
    column: 'emails',
    historyName: 'email',
    value: sql`case when c.emails @> r.emails then c.emails else c.emails || array(select email from unnest(r.emails) with ordinality u (email, place) where email <> all (c.emails) order by place limit greatest(0, ${sql.lit(CONTACTS_MOST)} - cardinality(c.emails))) end`,
  },
  {
    column: 'tag_ids',
    historyName: 'tag',
    value: sql`case when c.tag_ids @> r.tag_ids then c.tag_ids else array(select distinct unnest(c.tag_ids || r.tag_ids) order by 1) end`,
  },
  { column: 'fields', historyName: null, value: sql`c.fields || r.fields` },
] as const;

/** The customers an import changes, one row each: `id`, the columns as they will be, and `changes` as their history tells them. */
export function changedCustomers(one: StagedImport): RawBuilder<unknown> {
  const list = (from: string) => sql.join(writtenColumns.map(({ column }) => sql.ref(`${from}.${column}`)));
  const historyColumns = writtenColumns.filter((column) => column.historyName !== null);
  return sql`(
    select n.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after) order by place), '[]') from (
        select place, field, before, after from (values ${sql.join(historyColumns.map((column, place) => sql`(${sql.lit(place)}, ${sql.lit(column.historyName)}, to_jsonb(${sql.ref(`c.${column.column}`)}), to_jsonb(${sql.ref(`n.${column.column}`)}))`))}) v (place, field, before, after)
        where before is distinct from after
        union all select 1000, 'custom:' || key, c.fields -> key, value from jsonb_each(n.fields) where c.fields -> key is distinct from value) d
    ) changes
    from (
      select c.id, ${sql.join(writtenColumns.map(({ column, value }) => sql`${value} ${sql.ref(column)}`))}
      from (
        select p.customer_id id, ${sql.join(plainColumns.map((column) => sql.ref(`s.${column}`)))}, ${freeNumbers} numbers, ${freeEmails} emails, s.tag_ids, s.fields
        from ${planOf(one)} p join ${stageOf(one)} s using (line) where p.customer_id is not null and not p.is_shared
        union all ${together(one, sql`p.customer_id`, sql`p.is_shared`)}
      ) r join customer c on c.id = r.id and c.deleted_at is null
    ) n join customer c on c.id = n.id
    where (${list('n')}) is distinct from (${list('c')}))`;
}
