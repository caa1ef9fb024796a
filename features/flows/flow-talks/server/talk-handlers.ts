import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { callRecordsApi } from '#features/voice/call-records/contract.ts';
import { flowTestApi } from '#features/flows/flow-test/contract.ts';
import { TALKS_TOTAL_CAP, type AiCall, type AiCallMessage, type flowTalksApi } from '../contract.ts';
import { calledNames } from './called-names.ts';
import { maskedTalk } from './masked-talk.ts';
import { readTalksRepo, type StoredMessage, type TalkRecording, type TalkRow } from './read-talks.repo.ts';
import { recordingMessage, talkMessage } from './talk-message.ts';

type Reader = Pick<Caller, 'needsMasking'>;

/** A conversation as this reader may see it. */
function viewOf(
  {
    id: _id,
    source,
    number,
    customerName,
    variables: _variables,
    userId: _userId,
    startedMs: _startedMs,
    ...row
  }: TalkRow,
  { needsMasking }: Reader,
): AiCall {
  return {
    ...row,
    isTest: source === 'test',
    displayNumber: needsMasking ? maskPhone(number) : number,
    customerName: needsMasking ? maskName(customerName) : customerName,
  };
}

/** A message as the contract tells it. */
export function messageOf(talkId: string, { no, type, nodeId, info, timeMs, createdMs }: StoredMessage): AiCallMessage {
  const { msgId, node_choose } = talkMessage(
    { callId: talkId, no, startedMs: createdMs, nowMs: createdMs },
    type,
    nodeId,
    info,
  );
  return {
    msgId,
    msgType: type,
    time_ms: timeMs,
    createTs: createdMs,
    stepId: nodeId,
    msgInfo: info,
    node_choose,
    recordUrl: '',
  };
}

/** What can be heard is told as 21, for as long as it can. */
function recordingOf(
  { talkId, startedMs }: TalkRow,
  { source, recordingId, createdMs, ...size }: TalkRecording,
): AiCallMessage {
  const recordUrl =
    source === 'test'
      ? flowTestApi.recording.path.replace('{talkId}', talkId)
      : callRecordsApi.recording.path.replace('{recordingId}', recordingId);
  const { callID: _callId, ...message } = recordingMessage(
    { callId: talkId, startedMs, nowMs: createdMs },
    { recordingId: source === 'test' ? 'recording' : recordingId, recordUrl, ...size },
  );
  return message;
}

/** The list of conversations, and one of them. */
export const talkHandlers = ({ db, catalogue }: Pick<World, 'db' | 'catalogue'>): Handlers<typeof flowTalksApi> => ({
  page: (caller, { page, size, ...filter }) =>
    db.tenant(caller, async (tx) => {
      const repo = readTalksRepo(tx);
      const search = { ...filter, isMasked: caller.needsMasking };
      const total = await repo.total(search);
      const rows = await repo.page(search, { offset: (page - 1) * size, size });
      return {
        list: rows.map((row) => viewOf(row, caller)),
        total: Math.min(total, TALKS_TOTAL_CAP),
        totalCapped: total > TALKS_TOTAL_CAP,
      };
    }),

  detail: (caller, { talkId }) =>
    db.tenant(caller, async (tx) => {
      const repo = readTalksRepo(tx);
      const row = await repo.find(talkId);
      if (!row) throw new Failure('notFound');
      if (row.result === null) await repo.watch(row.id);
      const messages = (await repo.messages(row.id)).map((message) => messageOf(talkId, message));
      const shown = caller.needsMasking
        ? maskedTalk(row, messages, [...(await calledNames(catalogue, tx, [row])).values()].flat())
        : { messages, variables: row.variables };
      const recordings = await repo.recordings(row);
      const own = recordings.find(({ source }) => source === 'test');
      return {
        ...viewOf(row, caller),
        ...shown,
        messages: [...shown.messages, ...recordings.map((recording) => recordingOf(row, recording))],
        testRecording: own
          ? { durationMs: own.durationMs, bytes: own.bytes, isMine: row.userId === caller.userId }
          : null,
      };
    }),

  flows: (caller) => db.tenant(caller, (tx) => readTalksRepo(tx).flows()),
});
