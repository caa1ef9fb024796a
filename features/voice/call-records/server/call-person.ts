import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Somebody calls were with: by what customers they are, by their numbers, and by who they were in chats. */
export interface CallPerson {
  customerIds: readonly number[];
  numbers: readonly string[];
  visitorIds?: readonly number[];
}

const withPerson = ({ customerIds, numbers, visitorIds = [] }: CallPerson) =>
  sql`(r.visitor_id = any(${visitorIds}::bigint[]) or r.customer_id = any(${customerIds.map(String)}) or (r.direction <> 'internal' and r.customer_number = any(${numbers})))`;

/** The ids of all calls with a person. */
export async function callsOfPerson(tx: TenantTx, person: CallPerson): Promise<string[]> {
  return (
    await sql<{ call_id: string }>`select r.call_id from call_record r where ${withPerson(person)}`.execute(tx.as())
  ).rows.map(({ call_id: callId }) => callId);
}

/** Makes calls with a person calls with nobody, and deletes their recordings: what is left are times and figures. Answers how many. */
export async function forgetInCalls(tx: TenantTx, person: CallPerson): Promise<{ calls: number; recordings: number }> {
  const rows = tx.as<never>();
  const callIds = await callsOfPerson(tx, person);
  // Others called them and were sent on to us: those stay calls with the others.
  await sql`update call_record set diverted_from = null where diverted_from = any(${person.numbers})`.execute(rows);
  if (callIds.length === 0) return { calls: 0, recordings: 0 };
  const { rows: recordings } = await sql<{ file_id: number | null }>`
    with gone as (select tenant_id, recording_id, file_id from call_recording where call_id = any(${callIds}) and deleted_at is null for update)
    update call_recording c set deleted_at = now(), file_id = null from gone where c.tenant_id = gone.tenant_id and c.recording_id = gone.recording_id returning gone.file_id`.execute(
    rows,
  );
  for (const { file_id: fileId } of recordings) if (fileId !== null) await deleteFile(tx, fileId);
  await sql`update call_record set customer_number = '', customer_name = '', customer_id = null, visitor_id = null, diverted_from = null, remark = '', has_recording = false where call_id = any(${callIds})`.execute(
    rows,
  );
  // To whom they were handed may be a number.
  await sql`update call_event set detail = detail - 'to' where call_id = any(${callIds})`.execute(rows);
  return { calls: callIds.length, recordings: recordings.length };
}

/** Calls with a person as they may be handed to them. */
export async function exportCallsOf(tx: TenantTx, person: CallPerson): Promise<unknown[]> {
  const { rows } = await sql<{ call_id: string }>`
    select r.call_id, r.direction, r.started_at, r.answered_at, r.ended_at, r.customer_number, r.diverted_from, r.attestation, r.our_number, r.talk_sec, r.remark,
      (select coalesce(json_agg(json_build_object('recording_id', c.recording_id, 'duration_ms', c.duration_ms)), '[]') from call_recording c where c.call_id = r.call_id and c.deleted_at is null) recordings
    from call_record r where ${withPerson(person)} order by r.started_at`.execute(tx.as());
  return rows;
}

/** The recordings of calls with a person, and what each is called when it is handed to them. */
export async function recordingsOfPerson(
  tx: TenantTx,
  person: CallPerson,
): Promise<{ name: string; fileId: number }[]> {
  const { rows } = await sql<{ name: string; file_id: number }>`
    select to_char(r.started_at, 'YYYY-MM-DD-HH24MISS-') || c.recording_id || coalesce(substring(f.name from '[.][a-z0-9]{1,5}$'), '') name, c.file_id
    from call_record r join call_recording c on c.call_id = r.call_id join stored_file f on f.id = c.file_id
    where ${withPerson(person)} and c.deleted_at is null order by r.started_at, c.recording_id`.execute(tx.as());
  return rows.map(({ name, file_id: fileId }) => ({ name, fileId }));
}

export const callPersonData: PersonData = {
  name: 'call-records',
  // Notes, answers and messages are found by the calls they were made in.
  leadsToOthers: true,
  async erase(tx, person) {
    const { calls, recordings } = await forgetInCalls(tx, person);
    return calls + recordings;
  },
  export: exportCallsOf,
  files: recordingsOfPerson,
};
