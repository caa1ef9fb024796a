import { sql } from 'kysely';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { CustomerTies, PersonData, TimelineSource } from '#platform/server/contributions.ts';
import { followRecordsRepo } from './follow-records.repo.ts';

export const followPersonData: PersonData = {
  name: 'follow-records',
  erase: (tx, { customerIds }) => followRecordsRepo(tx).erase(customerIds),
  export: async (tx, { customerIds }) =>
    (await followRecordsRepo(tx).ofCustomers(customerIds)).map(({ content, author, created_at, due_at, done_at }) => ({
      content,
      author,
      created_at,
      due_at,
      done_at,
    })),
};

/** Whoever wrote one or is to do one has to do with its customer. */
export const followTies: CustomerTies = (userId, customerIds) => sql`
  select one id from unnest(${customerIds}::bigint[]) one
  where exists (select 1 from follow_record f where f.customer_id = one and (f.author_id = ${userId} or f.assignee_id = ${userId}))`;

export const followTimeline: TimelineSource = {
  kind: 'follow',
  async read(tx, customerIds, before, size, { needsMasking }) {
    const rows = await followRecordsRepo(tx).before(customerIds, before, size);
    return rows.map(({ id, created_at: at, author, content, due_at, done_at, assignee }) => ({
      seq: id,
      at,
      who: author,
      body: { id, content: needsMasking ? maskNumbersIn(content) : content, due_at, done_at, assignee },
    }));
  },
};
