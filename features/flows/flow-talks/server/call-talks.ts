import type { CallTalk, CallTalks } from '#platform/server/contributions.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { AiCallMessage } from '../contract.ts';
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
export const callTalks: CallTalks = async (tx, callIds, { needsMasking, withWords }) => {
  const repo = readTalksRepo(tx);
  const talks: CallTalk[] = [];
  for (const row of await repo.ofCalls(callIds)) {
    const messages = withWords ? (await repo.messages(row.id)).map((one) => messageOf(row.talkId, one)) : [];
    const shown = needsMasking ? maskedTalk(row, messages).messages : messages;
    talks.push({
      callId: row.callId!,
      flowName: row.flowName,
      result: row.result,
      said: shown.flatMap(wordsOf),
    });
  }
  return talks;
};
