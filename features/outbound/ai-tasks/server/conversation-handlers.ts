import type { AiCallMessage } from '#features/flows/flow-talks/contract.ts';
import { talksOfCalls, wordsOfTalk } from '#features/flows/flow-talks/server/index.ts';
import { dialledCallsRepo, findCampaign, type DialledCall } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { ConversationType } from '#shared/codes/conversation-type.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { Failure } from '#shared/errors.ts';
import type { aiTasksApi } from '../contract.ts';
import { shownCall } from './shown-ai.ts';

/** A call of an AI task of the team; any other is not there. */
export async function findCall(tx: TenantTx, attemptId: number): Promise<DialledCall> {
  const call = await dialledCallsRepo(tx).find(attemptId);
  if (!call) throw new Failure('notFound');
  await findCampaign(tx, 'ai', call.campaignId);
  return call;
}

const saidBy: Partial<Record<MessageType, 'customer' | 'agent'>> = {
  [MessageType.userSaid]: 'customer',
  [MessageType.userPressedKeys]: 'customer',
  [MessageType.aiSaid]: 'agent',
  [MessageType.aiPlayed]: 'agent',
};

interface Wanted {
  show: 'all' | 'said';
  by?: 'customer' | 'agent' | undefined;
  words?: string | undefined;
}

const textOf = ({ msgInfo }: AiCallMessage): string => {
  const text = msgInfo['text'] ?? msgInfo['keys'];
  return typeof text === 'string' ? text : '';
};

/** Whether a row of a conversation is among those somebody asked for. */
function isWanted(message: AiCallMessage, { show, by, words = '' }: Wanted): boolean {
  const who = saidBy[message.msgType];
  if (by !== undefined && who !== by) return false;
  if (words !== '') return textOf(message).toLowerCase().includes(words.toLowerCase());
  return show === 'all' || who !== undefined;
}

/** What was said in the calls of AI tasks. */
export function conversationHandlers({
  db,
}: Pick<World, 'db'>): Handlers<Pick<typeof aiTasksApi, 'conversation' | 'conversationMessages'>> {
  return {
    conversationMessages: (caller, { attemptId, after }) =>
      db.tenant(caller, async (tx) => {
        const call = await findCall(tx, attemptId);
        const talk = call.callId === null ? undefined : (await talksOfCalls(tx, [call.callId])).get(call.callId);
        if (!talk) return { messages: [], last: after, isOver: call.endedAt !== null };
        const reader = { needsMasking: caller.needsMasking, name: call.memberName };
        const { messages, last } = await wordsOfTalk(tx, talk.talkId, { ...reader, after });
        return { messages, last, isOver: talk.result !== null };
      }),
    conversation: (caller, { attemptId, ...wanted }) =>
      db.tenant(caller, async (tx) => {
        const call = await findCall(tx, attemptId);
        const talk = call.callId === null ? undefined : (await talksOfCalls(tx, [call.callId])).get(call.callId);
        if (!talk) return null;
        const reader = { needsMasking: caller.needsMasking, name: call.memberName };
        const { messages, variables } = await wordsOfTalk(tx, talk.talkId, reader);
        return {
          conversationType: ConversationType.callCentre,
          call: shownCall(call, talk, caller),
          flowName: talk.flowName,
          flowVersion: talk.flowVersion,
          language: talk.language,
          variables: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
          messages: messages.filter((message) => isWanted(message, wanted)),
        };
      }),
  };
}
