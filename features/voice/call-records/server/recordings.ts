import { sql } from 'kysely';
import { recordingName } from '#core/call/mailbox.ts';
import { storeFile } from '#features/office/files/server/index.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { RECORDING_READY } from '../contract.ts';
import type { WaitingRecording } from './waiting-recording.ts';

/** What files of recordings are for; they leave by the routes of this feature alone. */
export const RECORDING_PURPOSE = 'recording';
const RECORDING_TYPE = 'audio/wav';

/**
 * Takes a recording from the disk into the tenant's files, and the source away once it is there. Whatever breaks off
 * in between leaves the source, and the same recording may be given again.
 */
export async function keepRecording(
  world: Pick<World, 'db' | 'files'>,
  tenantId: number,
  callId: string,
  kind: 'call' | 'voicemail',
  { recordingId, durationMs, open, remove }: WaitingRecording,
): Promise<void> {
  const { rows: known } = await world.db.tenant({ tenantId }, (tx) =>
    sql`select 1 from call_recording where recording_id = ${recordingId}`.execute(tx.as()),
  );
  if (known.length === 0) {
    try {
      await storeFile(
        world,
        { tenantId, userId: null },
        {
          purpose: RECORDING_PURPOSE,
          name: `${recordingId}.wav`,
          mediaType: RECORDING_TYPE,
          content: await open(),
          async within(tx, fileId) {
            await sql`
            insert into call_recording (recording_id, call_id, file_id, kind, duration_ms, bytes)
            select ${recordingId}, ${callId}, id, ${kind}, ${Math.round(durationMs)}, bytes from stored_file where id = ${fileId}`.execute(
              tx.as(),
            );
            await sql`update call_record set has_recording = true, recording_expired_at = null where call_id = ${callId}`.execute(
              tx.as(),
            );
            await tx.announce(RECORDING_READY, { tenantId, callId, recordingId });
          },
        },
      );
    } catch (thrown) {
      // Somebody gave the same one at the same time.
      if (!isDuplicate(thrown, 'call_recording_pkey')) throw thrown;
    }
  }
  await remove();
}

/** See `CallBook.adoptRecording`. */
export async function adoptLeftRecording(
  world: Pick<World, 'db' | 'files'>,
  waiting: WaitingRecording,
): Promise<boolean> {
  const named = recordingName(waiting.recordingId);
  const owner = named && (await tenantOf(world, named.callId));
  if (!owner) return false;
  await keepRecording(world, owner, named.callId, named.kind, waiting);
  return true;
}

async function tenantOf({ db }: Pick<World, 'db'>, callId: string): Promise<number | undefined> {
  const { rows } = await db.everyTenant('a file on disk tells no tenant', (tx) =>
    sql<{
      tenant_id: number;
    }>`select r.tenant_id from tenant t join call_record r on r.tenant_id = t.id and r.call_id = ${callId} limit 1`.execute(
      tx.as(),
    ),
  );
  return rows[0]?.tenant_id;
}
