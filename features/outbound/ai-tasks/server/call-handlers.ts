import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { talksOfCalls, type Talks } from '#features/flows/flow-talks/server/index.ts';
import { findCampaign, pushCampaignChanged } from '#features/outbound/campaigns/server/index.ts';
import type { CampaignEngine } from '#features/outbound/dialer/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { aiTasksApi } from '../contract.ts';
import { findCall } from './conversation-handlers.ts';

/** What lives where the calls of a tenant do. */
export interface AiCallsAtHome {
  engine: Pick<CampaignEngine, 'endCall' | 'live' | 'onChange'>;
  talks: Pick<Talks, 'find'>;
}

/** Somebody does something with a call that goes on. */
export const callHandlers = (
  { db }: Pick<World, 'db'>,
  { engine, talks }: AiCallsAtHome,
): Handlers<Pick<typeof aiTasksApi, 'operateCall'>> => ({
  operateCall: (caller, input) =>
    db.tenant(caller, async (tx) => {
      const { tenantId } = caller;
      const { callId, campaignId, endedAt } = await findCall(tx, input.attemptId);
      const task = await findCampaign(tx, 'ai', campaignId);
      caller.operation.note(task.name, { after: { operate: input.operate, call: callId } });
      if (callId === null || endedAt !== null) throw new Failure('conflict', 'over');
      if (input.operate === 'hangUp') {
        if (!engine.endCall(tenantId, callId)) throw new Failure('conflict', 'over');
      } else {
        const groupId = input.groupId ?? task.groupId;
        if (groupId === null || !(await hasGroup(tx, groupId))) throw new Failure('notFound', 'groupId');
        const talk = (await talksOfCalls(tx, [callId])).get(callId);
        // Nobody has answered yet, or the flow is through with them.
        if (!talk || !talks.find(tenantId, talk.talkId)?.handTo({ kind: 'group', groupId }))
          throw new Failure('conflict', 'talk');
      }
      await pushCampaignChanged(tx, campaignId);
      return null;
    }),
});
