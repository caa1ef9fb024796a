import { TALK_ENDED } from '#features/flows/flow-talks/contract.ts';
import { talksOfCalls, type SpeechAhead } from '#features/flows/flow-talks/server/index.ts';
import { dialledCallsRepo, HAS_AI_CAMPAIGNS } from '#features/outbound/campaigns/server/index.ts';
import type { FlowCallers } from '#features/outbound/dialer/server/index.ts';
import { taskCallsAmong } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { aiResultOf, type EndedAiCall } from '../core/ai-call-result.ts';
import { valuesFor } from '../core/flow-attributes.ts';

/** What came of a call that is over; null where its conversation is still being written down: its end then comes after this, and is heard of. */
async function resultOf(tx: TenantTx, callId: string, call: Omit<EndedAiCall, 'talk'>) {
  const talk = (await talksOfCalls(tx, [callId], { held: true })).get(callId);
  return talk && talk.result === null ? null : aiResultOf({ ...call, talk: talk?.result ?? null });
}

/** What AI campaigns know of their calls beyond the line. */
export const flowCallers = (speakAhead: SpeechAhead): FlowCallers => ({
  async prepare({ tenantId, campaign, member }) {
    if (campaign.flowId === null) return null;
    const values = valuesFor(campaign.flowValues, member);
    const spoken = await speakAhead({ tenantId, flowId: campaign.flowId, number: member.number, values });
    return spoken === 'ready' ? values : null;
  },
  resultOf: (tx, { callId, ...call }) => resultOf(tx, callId, call),
});

/** A conversation may be written down after its call: what came of the call is told then. */
export const talkEvents = ({ db }: Pick<World, 'db'>): NonNullable<ServerFeature['subscriptions']> => ({
  [TALK_ENDED]: {
    wanted: HAS_AI_CAMPAIGNS,
    run: ({ tenantId, callId }: { tenantId: number; callId: string }) =>
      db.tenant({ tenantId }, async (tx) => {
        const repo = dialledCallsRepo(tx);
        const call = await repo.ofCall(callId);
        if (!call || LiveCallStatus.has(call.status)) return;
        const [record] = await taskCallsAmong(tx, [callId]);
        const end = record?.cause
          ? {
              cause: record.cause,
              endedBy: record.endedBy ?? 'customer',
              talkMs: record.talkSec * 1_000,
              wasAnswered: true,
            }
          : null;
        const result = await resultOf(tx, callId, { status: call.status, wasMachine: call.byMachine, end });
        if (result !== null && result !== call.aiResult) await repo.setResult(call.id, result);
      }),
  },
});
