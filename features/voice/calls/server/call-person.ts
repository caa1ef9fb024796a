import { sql } from 'kysely';
import { callsOfPerson } from '#features/voice/call-records/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Deletes what agents noted in these calls, and previews of calls to a person; answers how many. */
async function forgetNotes(
  tx: TenantTx,
  callIds: readonly string[],
  { customerIds, numbers }: { customerIds: readonly number[]; numbers: readonly string[] },
): Promise<number> {
  const notes = await sql`delete from call_note where call_id = any(${callIds})`.execute(tx.as());
  const previews =
    await sql`delete from preview_call_log where customer_id = any(${customerIds.map(String)}) or regexp_replace(phone, '\\D', '', 'g') = any(${numbers})`.execute(
      tx.as(),
    );
  return Number(notes.numAffectedRows ?? 0) + Number(previews.numAffectedRows ?? 0);
}

/** What agents noted in these calls. */
async function notesOf(tx: TenantTx, callIds: readonly string[]): Promise<unknown[]> {
  return (
    await sql<{
      call_id: string;
    }>`select call_id, created_at, text from call_note where call_id = any(${callIds}) order by created_at`.execute(
      tx.as(),
    )
  ).rows;
}

export const notesPersonData: PersonData = {
  name: 'calls',
  erase: async (tx, person) => forgetNotes(tx, await callsOfPerson(tx, person), person),
  export: async (tx, person) => notesOf(tx, await callsOfPerson(tx, person)),
};
