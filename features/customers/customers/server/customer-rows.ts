import { sql } from 'kysely';

/** What others may know of customers: a subquery to join, which the database resolves as if it were the table. */
export const customerRows = sql`(select id, tenant_id, full_name, first_name, company, phones, phone_countries, emails, search, do_not_call, consent, deleted_at from customer)`;
