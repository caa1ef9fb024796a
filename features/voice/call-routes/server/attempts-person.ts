import { sql } from 'kysely';
import type { PersonData } from '#platform/server/contributions.ts';

/** Calls that were tried, for the limits that count them: of somebody who is erased none is counted any more. */
export const attemptsPersonData: PersonData = {
  name: 'routes',
  /** One that still goes on is found by its number when it ends, and goes with the others after eight days. */
  async erase(tx, { numbers }) {
    const gone =
      await sql`delete from call_attempt where number = any(${numbers}::text[]) and ended_at is not null`.execute(
        tx.as(),
      );
    return Number(gone.numAffectedRows ?? 0);
  },
  export: async (tx, { numbers }) =>
    (
      await sql<object>`select number, at, ended_at, answered from call_attempt where number = any(${numbers}::text[]) order by at`.execute(
        tx.as(),
      )
    ).rows,
};
