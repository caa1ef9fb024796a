import { wallTime } from '#core/calendar/day-range.ts';
import { openFile } from '#features/office/files/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { flowTestApi } from '../contract.ts';
import { findTestRecording, type FoundRecording } from './test-recordings.ts';

/** To press play, or to let the browser begin to save. */
const LINK_SEC = 60;

/**
 * One's own tests with `flow-test.run`, everybody's with `flow-test.listen`. As with calls, a player gets a link, giving it is the entry
 * in the operation log, and rights are asked again with every part it fetches.
 */
export function recordingHandlers(
  world: Pick<World, 'db' | 'files' | 'sessions'>,
): Handlers<Pick<typeof flowTestApi, 'recordingTicket' | 'recording' | 'recordingFile'>> {
  const { db, sessions } = world;
  const audible = (caller: Caller, talkId: string): Promise<FoundRecording> =>
    db.tenant(caller, async (tx) => {
      const found = await findTestRecording(tx, talkId);
      if (!found) throw new Failure('notFound');
      if (!mayUse(caller, 'flow-test.listen') && found.userId !== caller.userId) throw new Failure('notAllowed');
      caller.operation.note(talkId);
      return found;
    });

  async function opened(caller: Caller, talkId: string): Promise<OutgoingFile> {
    const { fileId, bytes, startedAt } = await audible(caller, talkId);
    const begun = wallTime(fromWireTime(startedAt), caller.timeZone ?? 'UTC')
      .slice(0, 16)
      .replace(' ', '-')
      .replace(':', '');
    return {
      name: `test-${begun}.wav`,
      mediaType: 'audio/wav',
      bytes,
      body: async (range) => (await openFile(world, caller, fileId, range)).content,
    };
  }

  return {
    async recordingTicket(caller, { talkId, saves }) {
      const { durationMs } = await audible(caller, talkId);
      const at = (saves ? flowTestApi.recordingFile : flowTestApi.recording).path.replace('{talkId}', talkId);
      return {
        url: `${at}?pass=${await sessions.issuePass(caller.sessionId, at, LINK_SEC + (saves ? 0 : Math.ceil(durationMs / 1_000)))}`,
      };
    },
    recording: async (caller, { talkId }) => ({ ...(await opened(caller, talkId)), inline: true }),
    recordingFile: (caller, { talkId }) => opened(caller, talkId),
  };
}
