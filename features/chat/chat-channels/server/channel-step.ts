import { sql } from 'kysely';
import { channelsWhere } from '#features/chat/chat/server/index.ts';
import type { FirstStep } from '#platform/server/contributions.ts';

/** Done once customers can write from somewhere. */
export const channelStep: FirstStep = {
  key: 'chat',
  order: 90,
  text: 'chat-channels.firstStep',
  path: '/settings/chat',
  access: 'chat-channels.edit',
  after: ['group'],
  optional: true,
  isDone: async (tx) => (await channelsWhere(tx, sql`c.enabled limit 1`)).length > 0,
};
