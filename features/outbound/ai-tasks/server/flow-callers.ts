import { TALK_ENDED } from '#features/flows/flow-talks/contract.ts';
import { talksOfCalls, type SpeechAhead } from '#features/flows/flow-talks/server/index.ts';
import { dialledCallsRepo, HAS_AI_CAMPAIGNS, type DialledCall } from '#features/outbound/campaigns/server/index.ts';
import type { FlowCallers } from '#features/outbound/dialer/server/index.ts';
import { taskCallsAmong } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { aiResultOf, type EndedAiCall } from '../core/ai-call-result.ts';
import { valuesFor } from '../core/flow-attributes.ts';

const talkOf = async (tx: TenantTx, callId: string) => (await talksOfCalls(tx, [callId], { held: true })).get(callId);

/** What came of a call that is over; null where its conversation is still being written down: its end then comes after this, and is heard of. */
async function resultOf(tx: TenantTx, callId: string, call: Omit<EndedAiCall, 'talk'>) {
  const talk = await talkOf(tx, callId);
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

/**
 * What came of a call in which a flow talked, once its conversation and its record are both written: whichever is second says it. Who ended
 * the call stands in the record alone; to the conversation a colleague who hangs up is a caller who is gone.
 */
export async function settleResult(tx: TenantTx, call: DialledCall): Promise<void> {
  if (LiveCallStatus.has(call.status)) return;
  const talk = await talkOf(tx, call.callId!);
  if (!talk || talk.result === null) return;
  const [record] = await taskCallsAmong(tx, [call.callId!]);
  if (record && record.endedMs === null) return;
  const end = record?.cause
    ? {
        cause: record.cause,
        endedBy: record.endedBy ?? 'customer',
        talkMs: record.talkSec * 1_000,
        wasAnswered: record.wasAnswered,
      }
    : null;
  const result = aiResultOf({ status: call.status, wasMachine: call.byMachine, end, talk: talk.result });
  if (result !== null && result !== call.aiResult) await dialledCallsRepo(tx).setResult(call.id, result);
}

/** A conversation may be written down after its call. */
export const talkEvents = ({ db }: Pick<World, 'db'>): NonNullable<ServerFeature['subscriptions']> => ({
  [TALK_ENDED]: {
    wanted: HAS_AI_CAMPAIGNS,
    run: ({ tenantId, callId }: { tenantId: number; callId: string }) =>
      db.tenant({ tenantId }, async (tx) => {
        const call = await dialledCallsRepo(tx).ofCall(callId);
        if (call) await settleResult(tx, call);
      }),
  },
});
