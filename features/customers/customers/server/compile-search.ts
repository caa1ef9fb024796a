import { sql, type RawBuilder } from 'kysely';
import { lookedUpNumber } from '#core/customer/phone-number.ts';
import type { CustomerSearch } from '../contract.ts';
import { compileConditions, type ConditionWorld } from './compile-conditions.ts';
import { hasWords } from './search-words.ts';

/** As the index of the order has it: nobody spoken with is longest ago. */
export const lastContact = sql<string>`coalesce(c.last_contact_at, '-infinity'::timestamptz)`;

export interface SearchWorld extends ConditionWorld {
  tenantId: number;
  /** Only customers of this person. */
  ownOf?: number;
}

/**
 * A search as SQL about `customer c`, tenant and deletion included. `sms_phones` are whole numbers by now, words for
 * hidden ones resolved; conditions of a saved filter have been put into `condition`.
 */
export function compileSearch(
  search: Omit<CustomerSearch, 'condition_group_id'>,
  world: SearchWorld,
): RawBuilder<boolean> {
  const {
    words,
    sms_phones: phones,
    ids,
    tag_ids: tags,
    tag_match: match,
    owner_ids: owners,
    sources,
    languages,
    countries,
    created,
    last_contact: contact,
    condition,
  } = search;
  const parts: RawBuilder<boolean>[] = [
    sql<boolean>`c.tenant_id = ${world.tenantId}`,
    search.deleted
      ? sql<boolean>`c.deleted_at is not null and c.merged_into is null`
      : sql<boolean>`c.deleted_at is null`,
  ];
  const add = (part: RawBuilder<boolean>): void => void parts.push(part);
  if (world.ownOf !== undefined) add(sql<boolean>`c.owner_id = ${world.ownOf}`);
  if (words) parts.push(...hasWords(words, world.hidden ? openText(world.hidden) : null));
  if (phones) add(sql<boolean>`c.phones && ${phones.map(lookedUpNumber).filter((one) => one !== null)}::text[]`);
  if (ids) add(sql<boolean>`c.id = any(${ids}::bigint[])`);
  if (tags && tags.length > 0)
    add(
      match === 'none'
        ? sql<boolean>`not c.tag_ids && ${tags}::bigint[]`
        : match === 'all'
          ? sql<boolean>`c.tag_ids @> ${tags}::bigint[]`
          : sql<boolean>`c.tag_ids && ${tags}::bigint[]`,
    );
  if (owners && owners.length > 0) add(sql<boolean>`c.owner_id = any(${owners}::bigint[])`);
  if (search.without_owner) add(sql<boolean>`c.owner_id is null`);
  if (sources && sources.length > 0) add(sql<boolean>`c.source = any(${sources}::smallint[])`);
  if (languages && languages.length > 0) add(sql<boolean>`c.language = any(${languages}::text[])`);
  if (countries && countries.length > 0) add(sql<boolean>`c.country = any(${countries}::text[])`);
  if (search.do_not_call !== undefined)
    add(search.do_not_call ? sql<boolean>`c.do_not_call` : sql<boolean>`not c.do_not_call`);
  if (created?.from) add(sql<boolean>`c.created_at >= ${created.from}::timestamptz`);
  if (created?.to) add(sql<boolean>`c.created_at <= ${created.to}::timestamptz`);
  if (contact?.from) add(sql<boolean>`${lastContact} >= ${contact.from}::timestamptz`);
  if (contact?.to) add(sql<boolean>`${lastContact} <= ${contact.to}::timestamptz and c.last_contact_at is not null`);
  if (condition && condition.items.length > 0) add(compileConditions(condition, world));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** The texts of a customer that nobody hides. */
const openText = (hidden: ReadonlySet<string>): RawBuilder<string> => {
  const open = [
    ...(hidden.has('full_name') ? [] : [sql`c.full_name`]),
    ...(hidden.has('company') ? [] : [sql`c.company`]),
  ];
  return open.length === 0 ? sql<string>`''` : sql<string>`${sql.join(open, sql` || ' ' || `)}`;
};
