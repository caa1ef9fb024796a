import { aiCallsWith, isAiCall, readCalls } from '#features/voice/call-records/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { customersApi } from '../contract.ts';
import { customersRepo } from './customers.repo.ts';

/** What AI agents talked about with a customer. */
export const callBotHandlers = ({
  db,
  texts,
}: Pick<World, 'db' | 'texts'>): Handlers<Pick<typeof customersApi, 'callBotList' | 'callBotDetail'>> => ({
  callBotList: (caller, { customer_id: id, page_number: page, page_size: size }) =>
    db.tenant(caller, async (tx) => {
      const { callIds, total } = await aiCallsWith(tx, await customersRepo(tx).family(id), {
        offset: (page - 1) * size,
        size,
      });
      return { list: await readCalls(tx, texts, callIds, caller), total };
    }),

  callBotDetail: (caller, { call_id: callId }) =>
    db.tenant(caller, async (tx) => {
      const [call] = (await isAiCall(tx, callId)) ? await readCalls(tx, texts, [callId], caller) : [];
      if (!call) throw new Failure('notFound');
      return call;
    }),
});
