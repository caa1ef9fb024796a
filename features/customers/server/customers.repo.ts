import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Consent } from '#shared/codes/consent.ts';
import type { CustomerSource } from '#shared/codes/customer-source.ts';
import type { FieldValue } from '../contract.ts';

/** A customer as the database has it. */
export interface CustomerRow {
  id: number;
  full_name: string;
  first_name: string;
  last_name: string;
  company: string;
  phones: string[];
  phone_countries: string[];
  emails: string[];
  owner_id: number | null;
  owner_name: string | null;
  source: CustomerSource;
  language: string;
  time_zone: string;
  country: string;
  tag_ids: number[];
  fields: Record<string, FieldValue>;
  note: string;
  do_not_call: boolean;
  do_not_text: boolean;
  consent: Consent;
  consent_at: string | null;
  last_contact_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  merged_into: number | null;
  version: number;
}

/** The columns a person can change. */
export type CustomerValues = Pick<
  CustomerRow,
  'full_name' | 'first_name' | 'last_name' | 'company' | 'phones' | 'phone_countries' | 'emails' | 'owner_id' | 'language' | 'time_zone' | 'country' | 'tag_ids' | 'fields' | 'note' | 'do_not_call' | 'do_not_text' | 'consent'
>;

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}
export type ChangeKind = 'created' | 'edited' | 'tagged' | 'imported' | 'merged' | 'deleted' | 'restored';
/** Who changed something: a person, or a program by its name. */
export interface Author {
  userId: number | null;
  actor: string;
}

const columns = sql`c.id, c.full_name, c.first_name, c.last_name, c.company, c.phones, c.phone_countries, c.emails, c.owner_id, m.nick_name owner_name, c.source, c.language, c.time_zone, c.country, c.tag_ids, c.fields, c.note,
  c.do_not_call, c.do_not_text, c.consent, c.consent_at, c.last_contact_at, c.created_at, c.updated_at, c.deleted_at, c.merged_into, c.version`;

/** Customers of the tenant; what finds them is `find-customers.ts`. */
export function customersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** In the order of the ids; those that are not there are left out. */
    async read(ids: readonly number[]): Promise<CustomerRow[]> {
      if (ids.length === 0) return [];
      const { rows: found } = await sql<CustomerRow>`select ${columns} from customer c left join member m on m.user_id = c.owner_id where c.id = any(${ids}::bigint[])`.execute(rows);
      const byId = new Map(found.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Kept from others until the transaction ends. */
    async lock(ids: readonly number[]): Promise<CustomerRow[]> {
      await sql`select 1 from customer where id = any(${ids}::bigint[]) order by id for update`.execute(rows);
      return this.read(ids);
    },

    async insert(values: Partial<CustomerValues> & { source: CustomerSource }, author: Author): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into customer (full_name, first_name, last_name, company, phones, phone_countries, emails, owner_id, source, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent, consent_at, created_by)
        values (${values.full_name ?? ''}, ${values.first_name ?? ''}, ${values.last_name ?? ''}, ${values.company ?? ''}, ${values.phones ?? []}::text[], ${values.phone_countries ?? []}::text[], ${values.emails ?? []}::text[],
          ${values.owner_id ?? null}, ${values.source}, ${values.language ?? ''}, ${values.time_zone ?? ''}, ${values.country ?? ''}, ${values.tag_ids ?? []}::bigint[], ${JSON.stringify(values.fields ?? {})}::jsonb, ${values.note ?? ''},
          ${values.do_not_call ?? false}, ${values.do_not_text ?? false}, ${values.consent ?? 0}, case when ${values.consent ?? 0} = 0 then null else now() end, ${author.userId})
        returning id`.execute(rows);
      return added[0]!.id;
    },

    /** Sets the columns that are given. */
    async update(id: number, values: Partial<CustomerValues>): Promise<void> {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      if (given.length === 0) return;
      const sets = given.map(([column, value]) => sql`${sql.ref(column)} = ${column === 'fields' ? JSON.stringify(value) : value}`);
      const consent = values.consent === undefined ? sql`` : sql`, consent_at = now()`;
      await sql`update customer set ${sql.join(sets)}${consent}, updated_at = now(), version = version + 1 where id = ${id}`.execute(rows);
    },

    async noteChange(customerIds: readonly number[], kind: ChangeKind, author: Author, changes: readonly Change[] = []): Promise<void> {
      await sql`insert into customer_change (customer_id, user_id, actor, kind, changes) select id, ${author.userId}, ${author.actor}, ${kind}, ${JSON.stringify(changes)}::jsonb from unnest(${customerIds}::bigint[]) id`.execute(rows);
    },

    async changes(customerIds: readonly number[], beforeId: number | null, size: number): Promise<{ id: number; at: string; user_name: string | null; actor: string; kind: ChangeKind; changes: Change[] }[]> {
      return (await sql<{ id: number; at: string; user_name: string | null; actor: string; kind: ChangeKind; changes: Change[] }>`
        select h.id, h.at, m.nick_name user_name, h.actor, h.kind, h.changes from customer_change h left join member m on m.user_id = h.user_id
        where h.customer_id = any(${customerIds}::bigint[]) and (${beforeId}::bigint is null or h.id < ${beforeId}) order by h.id desc limit ${size}`.execute(rows)).rows;
    },

    /** A customer and all that were merged into it. */
    async family(id: number): Promise<number[]> {
      return [id, ...(await sql<{ id: number }>`select id from customer where merged_into = ${id}`.execute(rows)).rows.map((row) => row.id)];
    },
  };
}
