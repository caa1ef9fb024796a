import { sql, type RawBuilder } from 'kysely';
import { kept, unread, type TenantTx } from '#platform/server/db/db.ts';
import { Consent } from '#shared/codes/consent.ts';
import type { CustomerSource } from '#shared/codes/customer-source.ts';
import type { FieldValue } from '../contract.ts';
import { customerChangesRepo, type Author } from './customer-changes.repo.ts';

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
  | 'full_name'
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'phones'
  | 'phone_countries'
  | 'emails'
  | 'owner_id'
  | 'language'
  | 'time_zone'
  | 'country'
  | 'tag_ids'
  | 'fields'
  | 'note'
  | 'do_not_call'
  | 'do_not_text'
  | 'consent'
>;

const columns = sql`c.id, c.full_name, c.first_name, c.last_name, c.company, c.phones, c.phone_countries, c.emails, c.owner_id, m.nick_name owner_name, c.source, c.language, c.time_zone, c.country, c.tag_ids, c.fields, c.note,
  c.do_not_call, c.do_not_text, c.consent, c.consent_at, c.last_contact_at, c.created_at, c.updated_at, c.deleted_at, c.merged_into, c.version`;

/** A customer as it is added. */
export type NewCustomer = Partial<CustomerValues> & { source: CustomerSource; import_id?: number };

/** Of whom nothing is said. */
export const blank: CustomerValues = {
  full_name: '',
  first_name: '',
  last_name: '',
  company: '',
  phones: [],
  phone_countries: [],
  emails: [],
  owner_id: null,
  language: '',
  time_zone: '',
  country: '',
  tag_ids: [],
  fields: {},
  note: '',
  do_not_call: false,
  do_not_text: false,
  consent: Consent.unknown,
};
/** The same columns, as a statement reads them from JSON. */
const recordOf = sql`full_name text, first_name text, last_name text, company text, phones text[], phone_countries text[], emails text[], owner_id bigint, language text, time_zone text, country text, tag_ids bigint[], fields jsonb,
  note text, do_not_call boolean, do_not_text boolean, consent int`;

/** Reads customers in any order. */
export const customersOf = (ids: readonly number[]): RawBuilder<CustomerRow> =>
  sql<CustomerRow>`select ${columns} from customer c left join member m on m.user_id = c.owner_id where c.id = any(${ids}::bigint[])`;

/** Those that were found, in the order of their ids. */
export function inOrder(ids: readonly number[], found: readonly CustomerRow[]): CustomerRow[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Customers of the tenant; what finds them is `find-customers.ts`. */
export function customersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...customerChangesRepo(tx),

    /** In the order of the ids; those that are not there are left out. */
    async read(ids: readonly number[]): Promise<CustomerRow[]> {
      if (ids.length === 0) return [];
      return inOrder(ids, (await customersOf(ids).execute(rows)).rows);
    },

    /** Kept from others until the transaction ends. */
    async lock(ids: readonly number[]): Promise<CustomerRow[]> {
      if (ids.length === 0) return [];
      await sql`select 1 from customer where id = any(${ids}::bigint[]) order by id for update`.execute(rows);
      return this.read(ids);
    },

    /** Adds them; answers their rows in the order given. */
    async insert(customers: readonly NewCustomer[], createdBy: number | null): Promise<CustomerRow[]> {
      if (customers.length === 0) return [];
      const { rows: added } = await sql<CustomerRow>`${kept}
        with c as (insert into customer (full_name, first_name, last_name, company, phones, phone_countries, emails, owner_id, source, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent, consent_at, import_id, created_by)
        select r.full_name, r.first_name, r.last_name, r.company, r.phones, r.phone_countries, r.emails, r.owner_id, r.source, r.language, r.time_zone, r.country, r.tag_ids, r.fields, r.note, r.do_not_call, r.do_not_text,
          r.consent, case when r.consent <> 0 then now() end, r.import_id, ${createdBy}::bigint
        from jsonb_to_recordset(${JSON.stringify(customers.map((one, place) => ({ ...blank, ...one, place })))}::jsonb) as r (place int, ${recordOf}, source int, import_id bigint) order by r.place
        returning *)
        select ${columns} from c left join member m on m.tenant_id = c.tenant_id and m.user_id = c.owner_id order by c.id`.execute(
        rows,
      );
      return added;
    },

    /** Adds one under an id that was given out for it, and says so in its history; nothing is answered. */
    async addOne(id: number, customer: CustomerValues & NewCustomer, { userId, actor }: Author): Promise<void> {
      await sql`${unread}
        with c as (insert into customer (id, full_name, first_name, last_name, company, phones, phone_countries, emails, owner_id, source, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent, consent_at, created_by)
        select ${id}::bigint, r.full_name, r.first_name, r.last_name, r.company, r.phones, r.phone_countries, r.emails, r.owner_id, r.source, r.language, r.time_zone, r.country, r.tag_ids, r.fields, r.note, r.do_not_call, r.do_not_text,
          r.consent, case when r.consent <> 0 then now() end, ${userId}::bigint
        from jsonb_to_record(${JSON.stringify(customer)}::jsonb) as r (${recordOf}, source int) returning id)
        insert into customer_change (customer_id, user_id, actor, kind) select id, ${userId}::bigint, ${actor}, 'created' from c`.execute(
        rows,
      );
    },

    /** Sets all columns a person can change. */
    async set(customers: readonly (CustomerValues & { id: number })[]): Promise<void> {
      if (customers.length === 0) return;
      await sql`
        update customer c set full_name = r.full_name, first_name = r.first_name, last_name = r.last_name, company = r.company, phones = r.phones, phone_countries = r.phone_countries, emails = r.emails, owner_id = r.owner_id,
          language = r.language, time_zone = r.time_zone, country = r.country, tag_ids = r.tag_ids, fields = r.fields, note = r.note, do_not_call = r.do_not_call, do_not_text = r.do_not_text,
          consent = r.consent, consent_at = case when r.consent = c.consent then c.consent_at else now() end, updated_at = now(), version = c.version + 1
        from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as r (id bigint, ${recordOf}) where c.id = r.id`.execute(
        rows,
      );
    },

    async delete(ids: readonly number[], deletionId: string, by: number | null): Promise<number[]> {
      return (
        await sql<{
          id: number;
        }>`update customer set deleted_at = now(), deleted_by = ${by}, deletion_id = ${deletionId}, version = version + 1 where id = any(${ids}::bigint[]) and deleted_at is null returning id`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },

    /** Brings back what went together, or some; what went into another stays there. */
    async restore(
      which: ({ deletionId: string } | { ids: readonly number[] }) & { deletedBy: number | null },
      most: number,
    ): Promise<number[]> {
      const chosen =
        'deletionId' in which ? sql`deletion_id = ${which.deletionId}` : sql`id = any(${which.ids}::bigint[])`;
      return (
        await sql<{ id: number }>`
        update customer set deleted_at = null, deleted_by = null, deletion_id = null, version = version + 1
        where id in (select id from customer where ${chosen} and (${which.deletedBy}::bigint is null or deleted_by = ${which.deletedBy}) and deleted_at is not null and merged_into is null limit ${most}) returning id`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },

    /** Who of those that are there has one of these numbers; the oldest first. */
    async withNumber(numbers: readonly string[]): Promise<number[]> {
      if (numbers.length === 0) return [];
      return (
        await sql<{
          id: number;
        }>`${kept} select id from customers_with_number(${numbers}::text[]) id order by id`.execute(rows)
      ).rows.map(({ id }) => id);
    },
    async withAddress(addresses: readonly string[]): Promise<number[]> {
      if (addresses.length === 0) return [];
      return (
        await sql<{ id: number }>`select id from customers_with_address(${addresses}::text[]) id order by id`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },

    async isMember(userId: number): Promise<boolean> {
      return (await sql`select 1 from member where user_id = ${userId} and enabled`.execute(rows)).rows.length > 0;
    },

    /** A customer and all that were merged into it. */
    async family(id: number): Promise<number[]> {
      return [
        id,
        ...(await sql<{ id: number }>`select id from customer where merged_into = ${id}`.execute(rows)).rows.map(
          (row) => row.id,
        ),
      ];
    },
  };
}
