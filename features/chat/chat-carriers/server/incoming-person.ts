import { sql } from 'kysely';
import { carriersNamesOf } from '#features/chat/chat/server/index.ts';
import type { DataSubject, PersonData } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { keptName } from './message-ids.ts';

const writersOf = async (tx: TenantTx, person: DataSubject): Promise<string[]> => [
  ...new Set([...(await carriersNamesOf(tx, person)), ...person.numbers, ...person.emails].map(keptName)),
];

/** Messages as carriers brought them: those in their conversations are told with these, the others are lost with the person. */
export const incomingPersonData: PersonData = {
  name: 'chat-carriers',
  async erase(tx, person) {
    const gone =
      await sql`delete from chat_incoming where from_id = any(${await writersOf(tx, person)}::text[])`.execute(tx.as());
    return Number(gone.numAffectedRows ?? 0);
  },
  export: async (tx, person) =>
    (
      await sql<object>`select from_id "from", created_at, body from chat_incoming where from_id = any(${await writersOf(tx, person)}::text[]) order by id`.execute(
        tx.as(),
      )
    ).rows,
};
