import { sql } from 'kysely';
import type { FirstStep } from '#platform/server/contributions.ts';
import { EQUIPMENT_CHECKED } from '../contract.ts';

/** Done once a browser gave its microphone and reached the server, its socket and, where it was tried, the sound of a call. */
export const reachStep: FirstStep = {
  key: 'reach',
  order: 20,
  text: 'equipment-check.firstStep',
  path: '/seating/equipment',
  access: 'equipment-check.view',
  after: ['people'],
  events: [EQUIPMENT_CHECKED],
  isDone: async (tx) =>
    (await sql`select from equipment_check where browser_ok and network_ok limit 1`.execute(tx.as())).rows.length > 0,
};
