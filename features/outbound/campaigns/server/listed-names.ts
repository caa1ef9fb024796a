import { sql } from 'kysely';
import type { CalledNames } from '#platform/server/contributions.ts';

/** What whoever a campaign called is called in its list. */
export const listedNames: CalledNames = async (tx, callIds) => {
  const { rows } = await sql<{ callId: string; name: string }>`
    select a.call_id "callId", x.name from campaign_attempt a join campaign_customer x on x.id = a.member_id where a.call_id = any(${callIds}::text[]) and x.name <> ''`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ callId, name }) => [callId, [name]]));
};
