import { sql } from 'kysely';
import type { CampaignRow } from './campaigns.repo.ts';

/** SQL: in the order of the index of who is due. What is nobody's has to be named for that: the database does not see that null is one value. */
export const dueOrder = (order: CampaignRow['order']) =>
  order === 'newest' ? sql`x.agent_id desc, x.next_at desc, x.id desc` : sql`x.agent_id, x.next_at, x.id`;
