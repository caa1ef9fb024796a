import { agentForCall, shareAgents, type SharingCampaign } from '../core/share-agents.ts';
import type { TrackedCall } from '../core/call-track.ts';
import type { RunningCampaign } from './running-campaign.ts';
import { agentsNow, ordered, type TenantEngineParts, type TenantState } from './tenant-state.ts';
import type { Offers } from './offers.ts';

interface OffersParts extends Pick<TenantEngineParts, 'tenantId' | 'clock' | 'desk' | 'board' | 'log'> {
  state: TenantState;
}

/** A campaign as those who share agents see it. */
const sharing = (campaign: RunningCampaign, nowMs: number): SharingCampaign => ({
  id: campaign.row.id,
  priority: campaign.row.priority,
  wants: campaign.row.state === 'running' && campaign.nextDueMs <= nowMs,
});

export function openOffers(parts: OffersParts): Offers {
  const { tenantId, clock, desk, board, log, state } = parts;
  const { handling, heldFor } = state;
  const asking = new Set<Promise<unknown>>();

  const shares: Offers['shares'] = (agents) =>
    shareAgents(
      ordered(state).map((campaign) => sharing(campaign, clock.nowMs())),
      agents,
    );

  /** The most urgent campaigns first, and in each whoever has waited longest. */
  const waiting = (): { campaign: RunningCampaign; call: TrackedCall }[] =>
    ordered(state)
      .flatMap((campaign) => [...campaign.calls.values()].map((call) => ({ campaign, call })))
      .filter(({ call }) => call.phase === 'waiting' && call.offeredTo === null)
      .toSorted((a, b) => b.campaign.row.priority - a.campaign.row.priority || a.call.answeredMs! - b.call.answeredMs!);

  function serve(): void {
    const calls = waiting();
    if (calls.length === 0) return;
    const agents = agentsNow(state, parts);
    const counted = shares(agents);
    for (const { campaign, call } of calls) {
      const isTaken = (userId: number): boolean => handling.has(userId) || call.refusedBy.has(userId);
      const userId = agentForCall(campaign.row.id, agents, counted.get(campaign.row.id) ?? [], isTaken);
      if (userId !== null) offer(campaign, call, userId);
    }
  }

  function offer(campaign: RunningCampaign, call: TrackedCall, userId: number): void {
    call.offeredTo = userId;
    handling.set(userId, { callId: call.callId, campaignId: campaign.row.id, sinceMs: clock.monotonicMs() });
    const asked = desk
      .offer(tenantId, call.callId, userId)
      .catch((problem: unknown) => {
        log.warn({ err: problem, tenantId }, 'an agent could not be offered a call of a campaign');
        return false;
      })
      .then((isTaken) => {
        if (isTaken) return;
        if (call.offeredTo === userId) call.offeredTo = null;
        call.refusedBy.add(userId);
        free(userId, call.callId);
        serve();
      })
      .finally(() => void asking.delete(asked));
    asking.add(asked);
  }

  function free(userId: number, callId: string): void {
    if (handling.get(userId)?.callId === callId) handling.delete(userId);
  }

  function sendToBoard(userId: number, type: 'held' | 'released'): void {
    const sending = board
      .send({ tenantId, userId }, { type, nowMs: clock.nowMs() })
      .catch((problem: unknown) =>
        log.warn({ err: problem, tenantId, userId }, 'an agent could not be held for a call of a campaign'),
      )
      .finally(() => void asking.delete(sending));
    asking.add(sending);
  }

  return {
    serve,
    free,
    shares,
    async settled() {
      while (asking.size > 0) await Promise.all(asking);
    },
    hold(campaignId, userIds) {
      const wanted = new Set(userIds);
      for (const [userId, id] of heldFor)
        if (id === campaignId && !wanted.has(userId)) {
          heldFor.delete(userId);
          sendToBoard(userId, 'released');
        }
      for (const userId of userIds)
        // Nobody would let them go any more.
        if (!heldFor.has(userId) && !state.isStopped) {
          heldFor.set(userId, campaignId);
          sendToBoard(userId, 'held');
        }
    },
  };
}
