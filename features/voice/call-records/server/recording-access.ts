import { openFile } from '#features/office/files/server/index.ts';
import { wallTime } from '#core/calendar/day-range.ts';
import type { KeepsMessage } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { callRecordsApi } from '../contract.ts';
import type { RecordingRow } from './call-details.repo.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { keepsMessage } from './keepers.ts';

type RecordingCalls = 'listenTicket' | 'downloadTicket' | 'recording' | 'recordingFile';

/** To press play, or to let the browser begin to save. */
const LINK_SEC = 60;

/**
 * Who hears what. Rules:
 * 1. One's own conversations, messages left for those who were rung or in a box one keeps, or all with `call-records.listen`; saving needs
 *    `call-records.download` besides.
 * 2. A player cannot send the header, so it gets a link: for one recording, as long as the session lasts and not much longer
 *    than the recording itself. Rights are asked again with every part it fetches.
 * 3. Giving the link is the entry in the operation log; fetching by header leaves its own.
 */
export function recordingHandlers(
  world: Pick<World, 'db' | 'files' | 'sessions' | 'catalogue'>,
): Handlers<Pick<typeof callRecordsApi, RecordingCalls>> {
  const { db, sessions, catalogue } = world;
  const audible = (
    caller: Caller,
    recordingId: string,
    isHeard: boolean,
  ): Promise<RecordingRow & { file_id: number }> =>
    db.tenant(caller, async (tx) => {
      const found = await audibleRecording(tx, catalogue.keepers, caller, recordingId);
      if (isHeard) caller.operation.note(found.call_id, { after: { recordingId } });
      return found;
    });

  async function linkTo(caller: Caller, path: string, recordingId: string, forSec: number): Promise<{ url: string }> {
    const at = path.replace('{recordingId}', recordingId);
    return { url: `${at}?pass=${await sessions.issuePass(caller.sessionId, at, forSec)}` };
  }

  async function opened(caller: Caller, recordingId: string): Promise<OutgoingFile> {
    const { file_id: fileId, kind, bytes, started_at: startedAt } = await audible(caller, recordingId, true);
    const begun = wallTime(fromWireTime(startedAt), caller.timeZone ?? 'UTC')
      .slice(0, 16)
      .replace(' ', '-')
      .replace(':', '');
    return {
      name: `${kind}-${begun}.wav`,
      mediaType: 'audio/wav',
      bytes,
      body: async (range) => (await openFile(world, caller, fileId, range)).content,
    };
  }

  return {
    async listenTicket(caller, { recordingId }) {
      const { duration_ms: durationMs } = await audible(caller, recordingId, true);
      return linkTo(caller, callRecordsApi.recording.path, recordingId, LINK_SEC + Math.ceil(durationMs / 1_000));
    },
    async downloadTicket(caller, { recordingId }) {
      await audible(caller, recordingId, true);
      return linkTo(caller, callRecordsApi.recordingFile.path, recordingId, LINK_SEC);
    },
    recording: async (caller, { recordingId }) => ({ ...(await opened(caller, recordingId)), inline: true }),
    recordingFile: (caller, { recordingId }) => opened(caller, recordingId),
  };
}

async function audibleRecording(
  tx: TenantTx,
  keepers: readonly KeepsMessage[],
  caller: Caller,
  recordingId: string,
): Promise<RecordingRow & { file_id: number }> {
  const repo = callRecordsRepo(tx);
  const found = await repo.recording(recordingId);
  if (!found) throw new Failure('notFound');
  const isOwn = () =>
    found.kind === 'call'
      ? repo.talkedIn(found.record_id, caller.userId)
      : repo
          .tookPart(found.record_id, caller.userId)
          .then((did) => did || keepsMessage(keepers, tx, { recordingId }, caller.userId));
  if (!mayUse(caller, 'call-records.listen') && !(await isOwn())) throw new Failure('notAllowed');
  if (found.deleted_at !== null || found.file_id === null) throw new Failure('recordingExpired');
  return { ...found, file_id: found.file_id };
}
