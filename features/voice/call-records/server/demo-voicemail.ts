import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { World } from '#platform/server/world.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { demoConversation } from './demo-sound.ts';
import { RECORDING_PURPOSE } from './recordings.ts';

export interface DemoSound {
  tenantId: number;
  callId: string;
  recordingId: string;
  /** The same when a crash lets the demo begin again: nothing is left over. */
  key: string;
  kind: 'call' | 'voicemail';
  turns: Parameters<typeof demoConversation>[0];
  atMs: number;
}

/** Keeps a sound of the demo as the recording of a call. */
export async function keepDemoSound(
  tx: Tx,
  files: World['files'],
  { tenantId, callId, recordingId, key, kind, turns, atMs }: DemoSound,
): Promise<void> {
  const { wav, durationMs } = demoConversation(turns);
  const { bytes } = await files.put(
    key,
    (async function* () {
      yield wav;
    })(),
  );
  await sql`
    with file as (insert into stored_file (tenant_id, purpose, name, media_type, bytes, key) values (${tenantId}, ${RECORDING_PURPOSE}, ${`${recordingId}.wav`}, 'audio/wav', ${bytes}, ${key}) returning id)
    insert into call_recording (tenant_id, recording_id, call_id, file_id, kind, duration_ms, bytes, created_at)
    select ${tenantId}, ${recordingId}, ${callId}, id, ${kind}, ${durationMs}, ${bytes}, ${momentOfMs(atMs)} from file`.execute(
    tx.as(),
  );
  await sql`update call_record set has_recording = true where tenant_id = ${tenantId} and call_id = ${callId}`.execute(
    tx.as(),
  );
}

/** The last calls of the demo that ended with a message, each now with something said; answers their recordings, the newest first. */
export async function demoVoicemail(
  tx: Tx,
  files: World['files'],
  tenantId: number,
  wanted: readonly { prompts: readonly string[] }[],
): Promise<{ callId: string; recordingId: string; atMs: number }[]> {
  const { rows: calls } = await sql<{ call_id: string; at_ms: number }>`
    select call_id, (extract(epoch from coalesce(ended_at, started_at)) * 1000)::float8 at_ms from call_record
    where tenant_id = ${tenantId} and outcome = ${CallOutcome.voicemail} and not has_recording order by started_at desc limit ${wanted.length}`.execute(
    tx.as(),
  );
  const made = [];
  for (const [place, { call_id: callId, at_ms: atMs }] of calls.entries()) {
    const recordingId = `${callId}-voicemail`;
    await keepDemoSound(tx, files, {
      tenantId,
      callId,
      recordingId,
      key: `t${tenantId}/demo-voicemail-${place + 1}`,
      kind: 'voicemail',
      turns: wanted[place]!.prompts.map((prompt) => ({ by: 'customer', prompt })),
      atMs,
    });
    made.push({ callId, recordingId, atMs });
  }
  return made;
}
