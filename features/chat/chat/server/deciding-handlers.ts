import { assertCustomer } from '#platform/server/customer-reach.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { chatApi } from '../contract.ts';
import { agentOf, findShown, type ChatRoutesWorld } from './chat-caller.ts';
import type { AgentDesk } from './agent-desk.ts';

type DecidingHandlers = Pick<Handlers<typeof chatApi>, 'take' | 'transfer' | 'close' | 'record' | 'block' | 'unblock'>;

/** What agents decide about conversations. */
export function decidingHandlers(world: ChatRoutesWorld, agents: AgentDesk): DecidingHandlers {
  return {
    async take(caller, { conversation_id }) {
      caller.operation.note(String(conversation_id));
      await agents.take(agentOf(caller), conversation_id);
      return findShown(world, caller, conversation_id);
    },

    async transfer(caller, { conversation_id, user_id, group_id, note }) {
      caller.operation.note(String(conversation_id), { after: { user_id, group_id } });
      await agents.transfer(agentOf(caller), conversation_id, { userId: user_id, groupId: group_id }, note);
      return null;
    },

    async close(caller, { conversation_id, label_id, remark }) {
      caller.operation.note(String(conversation_id), { after: { label_id } });
      await agents.close(agentOf(caller), conversation_id, { labelId: label_id, remark });
      return null;
    },

    async record(caller, { conversation_id, label_id, remark, customer_id }) {
      if (customer_id)
        await world.db.tenant({ tenantId: caller.tenantId }, (tx) =>
          assertCustomer(world.catalogue, tx, caller, customer_id),
        );
      caller.operation.note(String(conversation_id), { after: { label_id, customer_id } });
      await agents.record(agentOf(caller), conversation_id, { labelId: label_id, remark, customerId: customer_id });
      return findShown(world, caller, conversation_id);
    },

    async block(caller, { conversation_id, reason }) {
      caller.operation.note(String(conversation_id), { after: { reason } });
      await agents.block(agentOf(caller), conversation_id, reason);
      return null;
    },

    async unblock(caller, { conversation_id }) {
      caller.operation.note(String(conversation_id));
      await agents.unblock(agentOf(caller), conversation_id);
      return null;
    },
  };
}
