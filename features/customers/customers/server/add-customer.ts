import { sql } from 'kysely';
import { fieldsOfCustomers, type FieldsOfCustomers } from '#features/customers/field-config/server/index.ts';
import { kept, type TenantTx } from '#platform/server/db/db.ts';
import { Consent } from '#shared/codes/consent.ts';
import type { Author } from './customer-changes.repo.ts';
import { blank, customersRepo, type CustomerRow, type NewCustomer } from './customers.repo.ts';
import { tenantFields, type TenantFields } from './tenant-fields.ts';
import { pushCustomersChanged } from './write-customers.ts';

/** What has to be known before a customer is added. */
export interface ReadyToAdd {
  fields: TenantFields;
  /** Who has one of the numbers, the oldest first. */
  same: number[];
  /** Of the new one. */
  id: number;
  /** When this transaction began: customers are made then. */
  at: string;
  ownerName: string | null;
}

/** Whoever asks for one of these numbers next waits; all that has to be known comes back in the same journey to the database. */
export async function readyToAdd(
  tx: TenantTx,
  { numbers, ownerId }: { numbers: readonly string[]; ownerId: number | null },
): Promise<ReadyToAdd> {
  const { rows } = await sql<FieldsOfCustomers & Omit<ReadyToAdd, 'fields'>>`${kept}
    select f.custom, f.columns, array(select id from customers_with_locked_number(${numbers}::text[]) id order by id) same, nextval('customer_id_seq') id, now() "at",
      (select nick_name from member where user_id = ${ownerId}::bigint) "ownerName"
    from (${fieldsOfCustomers}) f`.execute(tx.as<never>());
  const { custom, columns, ...ready } = rows[0]!;
  return { ...ready, fields: tenantFields({ custom, columns }) };
}

/** Adds one with its history. Its row is known without asking: it is written with whatever ends the transaction, and fails with it. */
export async function addCustomer(
  tx: TenantTx,
  { id, at, ownerName }: ReadyToAdd,
  customer: NewCustomer,
  author: Author,
): Promise<CustomerRow> {
  const values = { ...blank, ...customer };
  await customersRepo(tx).addOne(id, values, author);
  await pushCustomersChanged(tx, [id], 'created');
  return {
    ...values,
    id,
    owner_name: ownerName,
    consent_at: values.consent === Consent.unknown ? null : at,
    last_contact_at: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    merged_into: null,
    version: 1,
  };
}
