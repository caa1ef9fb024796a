import { sql } from 'kysely';
import type { FirstStep } from '#platform/server/contributions.ts';
import { ACCESS_CHANGED } from '../contract.ts';

/** Done once somebody who may come in has a phone. */
export const peopleStep: FirstStep = {
  key: 'people',
  order: 10,
  text: 'access.firstStep',
  path: '/organisation/members',
  access: 'access.members',
  events: [ACCESS_CHANGED],
  isDone: async (tx) =>
    (await sql`select from member where enabled and voice_seat limit 1`.execute(tx.as())).rows.length > 0,
};
