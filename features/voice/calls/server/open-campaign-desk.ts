import { userOf } from '#core/call/call-turn.ts';
import {
  MOST_WAIT_FOR_AGENT_MS,
  type CampaignCallEvent,
  type CampaignDesk,
  type CampaignNews,
} from '#core/call/campaign-call.ts';
import { wantsAgent } from '../core/campaign.ts';
import { campaignCall } from '../core/open-call.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { DrivenCall } from './live-call.ts';
import { reserve, unreserve } from './reservation.ts';
import type { GoalParts } from './transfer-goal.ts';

interface CampaignDeskParts extends Pick<GoalParts, 'board' | 'clock' | 'switchesOf'> {
  node: string;
  desk: DeskCalls;
  report(problem: unknown, callId?: string): void;
}

/** Longer than the customer waits: the call calls the agent off by itself, and nobody has missed anything. */
const OFFER_RING_MS = MOST_WAIT_FOR_AGENT_MS * 5;

/** The door for campaigns, and what their calls tell through it. */
interface OpenCampaignDesk extends CampaignDesk {
  /** A call has news. */
  emitNews(live: DrivenCall, news: CampaignNews, atMs: number): void;
}

export function openCampaignDesk(parts: CampaignDeskParts): OpenCampaignDesk {
  const { node, desk, clock, switchesOf, report } = parts;
  const listeners = new Set<(event: CampaignCallEvent) => void>();

  function find(tenantId: number, callId: string): DrivenCall | null {
    const live = desk.byId(callId);
    return live && live.current().tenantId === tenantId && live.current().campaign ? live : null;
  }

  /** Reserved first: nobody is rung for two calls. */
  async function ring(live: DrivenCall, who: { tenantId: number; userId: number }): Promise<boolean> {
    const { id: callId } = live.current();
    const [reserved, switches] = await Promise.all([
      reserve(parts, who, callId, { forCampaign: true }),
      switchesOf(who),
    ]);
    if ('sipStatus' in reserved) return false;
    const { userId, sipNum, name } = reserved;
    const agent = { kind: 'agent', userId, sipNum, name, ...switches } as const;
    live.send({ type: 'offer', agent, ringTimeoutMs: OFFER_RING_MS });
    const rings = live.current().parties.some((party) => party.role === 'agent' && userOf(party) === userId);
    // Somebody else was quicker, or the customer is gone.
    if (!rings) await unreserve(parts, who, callId);
    return rings;
  }

  return {
    dial(plan) {
      if (desk.byId(plan.callId)) throw new Error('a call of this name goes on already');
      desk.open(campaignCall({ id: plan.callId, node, nowMs: clock.nowMs() }, plan), { type: 'begun' });
    },
    async offer(tenantId, callId, userId) {
      const live = find(tenantId, callId);
      await live?.notYet();
      if (!live || !wantsAgent(live.current()) || desk.ofUser(tenantId, userId).length > 0) return false;
      try {
        return await ring(live, { tenantId, userId });
      } catch (problem) {
        report(problem, callId);
        return false;
      }
    },
    end: (tenantId, callId, how) => find(tenantId, callId)?.send({ type: 'endAsked', how }),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emitNews(live, news, atMs) {
      const { tenantId, id: callId } = live.current();
      for (const listener of listeners)
        try {
          listener({ tenantId, callId, atMs, ...news });
        } catch (problem) {
          report(problem, callId);
        }
    },
  };
}
