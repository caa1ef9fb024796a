import { sql } from 'kysely';

/** Of the conversation alive, else of the last one. */
export const lastOf = (visitorId: number) =>
  sql`(select id from chat_conversation where visitor_id = ${visitorId} order by id desc limit 1)`;
