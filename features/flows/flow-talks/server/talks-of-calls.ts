import type { TenantTx } from '#platform/server/db/db.ts';
import type { AiCallMessage } from '../contract.ts';
import { maskedTalk } from './masked-talk.ts';
import { readTalksRepo, type TalkRow } from './read-talks.repo.ts';
import { messageOf } from './talk-handlers.ts';

/** A conversation that was held on a call. */
export type CallTalkRow = Pick<
  TalkRow,
  'talkId' | 'flowName' | 'flowVersion' | 'language' | 'result' | 'turns' | 'hasRecording' | 'variables'
> & { callId: string };

/** The last conversation of each of these calls that had one; `held`: what goes on does so until the end of the transaction. */
export async function talksOfCalls(
  tx: TenantTx,
  callIds: readonly string[],
  { held = false }: { held?: boolean } = {},
): Promise<Map<string, CallTalkRow>> {
  if (held) await readTalksRepo(tx).hold(callIds);
  const rows = callIds.length === 0 ? [] : await readTalksRepo(tx).ofCalls(callIds);
  return new Map(rows.map((row) => [row.callId!, { ...row, callId: row.callId! }]));
}

/** Everything told of a conversation after message `after`, and what it came to know, as this reader may see it; `name`: of the customer in a list. */
export async function wordsOfTalk(
  tx: TenantTx,
  talkId: string,
  { needsMasking, after = 0, name = '' }: { needsMasking: boolean; after?: number; name?: string },
): Promise<{ messages: AiCallMessage[]; variables: Record<string, unknown>; last: number }> {
  const repo = readTalksRepo(tx);
  const row = await repo.find(talkId);
  if (!row) return { messages: [], variables: {}, last: after };
  if (row.result === null) await repo.watch(row.id);
  const stored = await repo.messages(row.id);
  const messages = stored.map((message) => messageOf(talkId, message));
  // Keys that are a number together are told apart only in the whole.
  const shown = needsMasking ? maskedTalk(row, messages, [name]) : { messages, variables: row.variables };
  return {
    messages: shown.messages.filter((_, at) => stored[at]!.no > after),
    variables: shown.variables,
    last: stored.at(-1)?.no ?? after,
  };
}
