import { sql } from 'kysely';

/** What others may know of calls: a subquery to join, which the database resolves as if it were the table. */
export const recordRows = sql`(select id, tenant_id, call_id, direction, started_at, ended_at, outcome, customer_number, customer_country, our_number, did_number_id, group_id, user_id, duration_sec, ai_or_cc, last_place, customer_id, customer_name from call_record)`;
