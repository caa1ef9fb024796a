import { sql } from 'kysely';
import type { FirstStep } from '#platform/server/contributions.ts';
import { MY_GROUPS_CHANGED } from '../contract.ts';

/** Done once somebody with a phone is in a group that takes callers. */
export const groupStep: FirstStep = {
  key: 'group',
  order: 30,
  text: 'agent-groups.firstStep',
  path: '/seating/groups',
  access: 'agent-groups.edit',
  after: ['people'],
  events: [MY_GROUPS_CHANGED],
  isDone: async (tx) =>
    (
      await sql`
        select from agent_group g join agent_group_member gm on gm.group_id = g.id
        join member m on m.user_id = gm.user_id and m.enabled and m.voice_seat where g.enabled limit 1`.execute(tx.as())
    ).rows.length > 0,
};
