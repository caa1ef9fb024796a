import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { storeFile } from '#features/files/server/index.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { salvageWav } from './wav-file.ts';

/** What files of recordings are for; they leave by the routes of this feature alone. */
export const RECORDING_PURPOSE = 'recording';
const RECORDING_TYPE = 'audio/wav';

export interface NewRecording {
  recordingId: string;
  path: string;
  durationMs: number;
  kind: 'call' | 'voicemail';
}

/**
 * Takes a recording from the disk into the tenant's files, and the source away once it is there. Whatever breaks off
 * in between leaves the source, and the same recording may be given again.
 */
export async function keepRecording(world: Pick<World, 'db' | 'files'>, tenantId: number, callId: string, { recordingId, path, durationMs, kind }: NewRecording): Promise<void> {
  const { rows: known } = await world.db.tenant({ tenantId }, (tx) => sql`select 1 from call_recording where recording_id = ${recordingId}`.execute(tx.as()));
  if (known.length === 0) {
    try {
      await storeFile(world, { tenantId, userId: null }, {
        purpose: RECORDING_PURPOSE,
        name: `${recordingId}.wav`,
        mediaType: RECORDING_TYPE,
        content: createReadStream(path),
        async within(tx, fileId) {
          await sql`
            insert into call_recording (recording_id, call_id, file_id, kind, duration_ms, bytes)
            select ${recordingId}, ${callId}, id, ${kind}, ${Math.round(durationMs)}, bytes from stored_file where id = ${fileId}`.execute(tx.as());
          await sql`update call_record set has_recording = true, recording_expired_at = null where call_id = ${callId}`.execute(tx.as());
        },
      });
    } catch (thrown) {
      // Somebody gave the same one at the same time.
      if (!isDuplicate(thrown, 'call_recording_pkey')) throw thrown;
    }
  }
  await rm(path, { force: true });
}

/** See `CallBook.adoptRecording`. */
export async function adoptLeftRecording(world: Pick<World, 'db' | 'files'>, { recordingId, path }: { recordingId: string; path: string }): Promise<boolean> {
  const owner = await callOf(world, recordingId);
  if (!owner) return false;
  const sound = await salvageWav(path);
  if (sound) await keepRecording(world, owner.tenant_id, owner.call_id, { recordingId, path, durationMs: sound.durationMs, kind: owner.outcome === CallOutcome.voicemail ? 'voicemail' : 'call' });
  else await rm(path, { force: true });
  return true;
}

async function callOf({ db }: Pick<World, 'db'>, recordingId: string): Promise<{ tenant_id: number; call_id: string; outcome: number } | undefined> {
  const beforeLast = recordingId.replace(/[-._:][^-._:]*$/, '');
  const { rows } = await db.everyTenant('a file on disk tells no tenant', (tx) =>
    sql<{ tenant_id: number; call_id: string; outcome: number }>`
      select r.tenant_id, r.call_id, r.outcome from tenant t join call_record r on r.tenant_id = t.id and r.call_id in (${recordingId}, ${beforeLast})
      order by length(r.call_id) desc limit 1`.execute(tx.as()),
  );
  return rows[0];
}
