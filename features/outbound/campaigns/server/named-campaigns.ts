import { sql } from 'kysely';

// What others may know of campaigns and their calls: subqueries to join, which the database resolves as if they were the tables.
export const campaignRows = sql`(select id, tenant_id, kind, name, removed_at from campaign)`;
export const attemptRows = sql`(select id, tenant_id, campaign_id, status, ai_result, talk_sec, began_at, answered_at, ended_at from campaign_attempt)`;
