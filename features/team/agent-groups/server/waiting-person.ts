import { sql } from 'kysely';
import type { PersonData } from '#platform/server/contributions.ts';

/** Who waited in lines. */
export const waitingPersonData: PersonData = {
  name: 'agent-groups',
  /** Figures of the line keep that somebody waited. Whoever waits right now is called back by the number, and goes later. */
  async erase(tx, { numbers }) {
    const forgotten =
      await sql`update queue_entry set customer_number = '' where customer_number = any(${numbers}::text[]) and ended_at is not null`.execute(
        tx.as(),
      );
    return Number(forgotten.numAffectedRows ?? 0);
  },
  export: async (tx, { numbers }) =>
    (
      await sql<object>`select customer_number number, kind, queued_at, ended_at, left_why from queue_entry where customer_number = any(${numbers}::text[]) order by id`.execute(
        tx.as(),
      )
    ).rows,
};
