import { aiCallsWith, isAiCall, readCalls } from '#features/voice/call-records/server/index.ts';
import type { CallTalk } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { assertCustomer } from '#platform/server/customer-reach.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { customersApi } from '../contract.ts';
import { customersRepo } from './customers.repo.ts';

/** What AI agents talked about with a customer. */
export function callBotHandlers({
  db,
  texts,
  catalogue,
}: Pick<World, 'db' | 'texts' | 'catalogue'>): Handlers<Pick<typeof customersApi, 'callBotList' | 'callBotDetail'>> {
  async function talksOf(
    tx: TenantTx,
    callIds: readonly string[],
    { needsMasking, language }: Caller,
    withWords: boolean,
  ) {
    const found = new Map<string, CallTalk>();
    for (const talks of catalogue.callTalks)
      for (const talk of await talks(tx, callIds, { needsMasking, language, withWords })) found.set(talk.callId, talk);
    return found;
  }

  return {
    callBotList: (caller, { customer_id: id, page_number: page, page_size: size }) =>
      db.tenant(caller, async (tx) => {
        await assertCustomer(catalogue, tx, caller, id);
        const { callIds, total } = await aiCallsWith(tx, await customersRepo(tx).family(id), {
          offset: (page - 1) * size,
          size,
        });
        const list = await readCalls(tx, texts, callIds, caller);
        const talks = await talksOf(tx, callIds, caller, false);
        return { list: list.map((call) => ({ ...call, ...outcomeOf(talks.get(call.callId)) })), total };
      }),

    callBotDetail: (caller, { call_id: callId }) =>
      db.tenant(caller, async (tx) => {
        const [call] = (await isAiCall(tx, callId)) ? await readCalls(tx, texts, [callId], caller) : [];
        if (!call?.customerId) throw new Failure('notFound');
        await assertCustomer(catalogue, tx, caller, Number(call.customerId));
        const talk = (await talksOf(tx, [callId], caller, true)).get(callId);
        return { ...call, ...outcomeOf(talk), conversation: talk?.said ?? [] };
      }),
  };
}

/** Of a call whose conversation is gone only the call is left. */
const outcomeOf = (talk: CallTalk | undefined) => ({ flowName: talk?.flowName ?? '', result: talk?.result ?? null });
