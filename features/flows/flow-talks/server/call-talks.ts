import type { CallTalk, CallTalks } from '#platform/server/contributions.ts';
import type { World } from '#platform/server/world.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { AiCallMessage } from '../contract.ts';
import { calledNames } from './called-names.ts';
import { maskedTalk } from './masked-talk.ts';
import { readTalksRepo } from './read-talks.repo.ts';
import { messageOf } from './talk-handlers.ts';

const speaker = (type: number): CallTalk['said'][number]['by'] | null =>
  type === MessageType.userSaid ? 'customer' : type === MessageType.aiSaid ? 'agent' : null;

const wordsOf = ({ msgType, msgInfo, createTs }: AiCallMessage): CallTalk['said'] => {
  const [by, text] = [speaker(msgType), msgInfo['text']];
  return by !== null && typeof text === 'string' && text !== '' ? [{ by, text, at: toWireTime(createTs) }] : [];
};

/** [CDP-05] What AI agents said in calls, and what came of it. */
export const callTalks =
  ({ catalogue }: Pick<World, 'catalogue'>): CallTalks =>
  async (tx, callIds, { needsMasking, withWords }) => {
    const repo = readTalksRepo(tx);
    const talks: CallTalk[] = [];
    const rows = await repo.ofCalls(callIds);
    const names = needsMasking && withWords ? await calledNames(catalogue, tx, rows) : new Map<string, string[]>();
    for (const row of rows) {
      const messages = withWords ? (await repo.messages(row.id)).map((one) => messageOf(row.talkId, one)) : [];
      const shown = needsMasking ? maskedTalk(row, messages, names.get(row.callId!)).messages : messages;
      talks.push({
        callId: row.callId!,
        flowName: row.flowName,
        result: row.result,
        said: shown.flatMap(wordsOf),
      });
    }
    return talks;
  };
