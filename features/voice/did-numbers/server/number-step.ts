import { sql } from 'kysely';
import type { FirstStep } from '#platform/server/contributions.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';

/** Done once a number that is on leads its callers somewhere. */
export const numberStep: FirstStep = {
  key: 'number',
  order: 50,
  text: 'did-numbers.firstStep',
  path: '/settings/numbers',
  access: 'did-numbers.edit',
  after: ['group', 'trunk'],
  isDone: async (tx) =>
    (
      await sql`
        select from did_number where enabled and case inbound_config
          when ${InboundConfig.agentGroup} then group_id is not null else menu is not null or flow_id is not null end
        limit 1`.execute(tx.as())
    ).rows.length > 0,
};
