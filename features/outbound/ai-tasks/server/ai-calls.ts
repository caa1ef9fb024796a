import { talksOfCalls } from '#features/flows/flow-talks/server/index.ts';
import { campaignsRepo, dialledCallsRepo, HAS_AI_CAMPAIGNS } from '#features/outbound/campaigns/server/index.ts';
import { CALL_ENDED } from '#features/voice/call-records/contract.ts';
import { markAiCall } from '#features/voice/call-records/server/index.ts';
import type { CallTalks } from '#platform/server/contributions.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { namedFlows } from './flow-attributes.ts';
import { settleResult } from './flow-callers.ts';

/** [CDP-05] What came of calls of AI tasks in which nobody was talked to; of the others their conversations tell. */
export const unansweredTalks: CallTalks = async (tx, callIds) => {
  const calls = await dialledCallsRepo(tx).ofCalls(callIds);
  const talks = await talksOfCalls(tx, callIds);
  const silent = calls.filter(({ callId, flowId }) => flowId !== null && !talks.has(callId!));
  const flows = await namedFlows(
    tx,
    silent.map(({ flowId }) => flowId!),
  );
  return silent.map(({ callId, flowId, aiResult }) => ({
    callId: callId!,
    flowName: flows.get(flowId!)?.name ?? '',
    result: aiResult,
    said: [],
  }));
};

/** A call of an AI task is one of an AI agent, also where nobody answered. */
export const callEvents = ({ db }: Pick<World, 'db'>): NonNullable<ServerFeature['subscriptions']> => ({
  [CALL_ENDED]: {
    when: ({ direction }: { direction: string }) => direction === 'outbound',
    wanted: HAS_AI_CAMPAIGNS,
    run: ({ tenantId, callId }: { tenantId: number; callId: string }) =>
      db.tenant({ tenantId }, async (tx) => {
        const call = await dialledCallsRepo(tx).ofCall(callId);
        if (!call || (await campaignsRepo(tx).find(call.campaignId))?.kind !== 'ai') return;
        await markAiCall(tx, callId);
        await settleResult(tx, call);
      }),
  },
});
