import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { Language } from '#shared/languages.ts';
import type { CallRecord, Recording } from '../contract.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';

/** Calls by their ids, as one who may see all of them reads them. Those that are gone are left out. */
export async function readCalls(
  tx: TenantTx,
  texts: ServerTexts,
  callIds: readonly string[],
  reader: { language: Language; needsMasking: boolean },
): Promise<CallRecord[]> {
  const view = await viewFor(tx, texts, reader);
  const found: CallRecord[] = [];
  for (const callId of callIds) {
    const row = await callRecordsRepo(tx).find(callId);
    if (row) found.push(view(row));
  }
  return found;
}

/** A recording by its id; null once its call is gone. */
export async function readRecording(tx: TenantTx, recordingId: string): Promise<Recording | null> {
  const one = await callRecordsRepo(tx).recording(recordingId);
  return one
    ? {
        recordingId: one.recording_id,
        kind: one.kind,
        durationMs: one.duration_ms,
        bytes: one.bytes,
        createdAt: one.created_at,
        deletedAt: one.deleted_at,
      }
    : null;
}
