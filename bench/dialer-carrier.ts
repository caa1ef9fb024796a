import {
  MOST_WAIT_FOR_AGENT_MS,
  type CampaignCallEnd,
  type CampaignCallEvent,
  type CampaignDesk,
  type CampaignNews,
} from '#core/call/campaign-call.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';

const nobody: CampaignCallEnd = {
  outcome: 'noAnswer',
  cause: 'noAnswer',
  sipStatus: 480,
  endedBy: 'server',
  wasAnswered: false,
  rangMs: 1_000,
  earlyVoicemail: false,
  gaveUp: false,
  talkMs: 0,
};

/** How people are, in milliseconds on average. */
export interface CarrierHabits {
  answerRate: number;
  ringMs: number;
  talkMs: number;
  wrapUpMs: number;
}

interface BenchCall {
  tenantId: number;
  number: string;
  patience: NodeJS.Timeout | null;
  userId: number | null;
}

/** A desk whose calls are led by chance: it costs next to nothing, so that what is measured is the dialler. */
export function aBenchCarrier(
  { board, plans }: { board: Pick<AgentBoard, 'send'>; plans: Pick<CallPlans, 'outboundEnded'> },
  habits: CarrierHabits,
  chance: () => number,
) {
  const listeners = new Set<(event: CampaignCallEvent) => void>();
  const calls = new Map<string, BenchCall>();
  const seen = { dialled: 0, answered: 0, abandoned: 0, talkedMs: 0, mostAtOnce: 0, firstMs: null as number | null };
  const lasting = (meanMs: number): number => -meanMs * Math.log(1 - chance() * 0.999);

  function emit(callId: string, news: CampaignNews): void {
    const call = calls.get(callId);
    if (call)
      for (const listener of listeners) listener({ tenantId: call.tenantId, callId, atMs: Date.now(), ...news });
  }
  function end(callId: string, how: CampaignCallEnd): void {
    const call = calls.get(callId);
    emit(callId, { type: 'ended', end: how });
    calls.delete(callId);
    if (call) void plans.outboundEnded(call.tenantId, null, call.number, how.wasAnswered).catch(() => {});
    if (call?.userId)
      void board
        .send(
          { tenantId: call.tenantId, userId: call.userId },
          { type: 'callEnded', callId, wrapUpMs: habits.wrapUpMs, nowMs: Date.now() },
        )
        .catch(() => {});
  }
  const talked = (talkMs: number): CampaignCallEnd => ({
    ...nobody,
    outcome: 'talked',
    cause: 'normal',
    wasAnswered: true,
    talkMs,
  });

  /** Whoever answered waits for somebody as long as they may. */
  function giveUpLater(callId: string): void {
    calls.get(callId)!.patience = setTimeout(() => {
      seen.abandoned += 1;
      emit(callId, { type: 'abandoned' });
      end(callId, talked(0));
    }, MOST_WAIT_FOR_AGENT_MS);
  }

  const desk: CampaignDesk = {
    dial({ callId, tenantId, number, goal }) {
      seen.dialled += 1;
      seen.firstMs ??= performance.now();
      calls.set(callId, { tenantId, number, patience: null, userId: null });
      seen.mostAtOnce = Math.max(seen.mostAtOnce, calls.size);
      emit(callId, { type: 'rang' });
      const isAnswered = chance() < habits.answerRate;
      setTimeout(() => {
        // It may have been taken back meanwhile.
        if (!calls.has(callId)) return;
        if (!isAnswered) return end(callId, nobody);
        seen.answered += 1;
        if (goal.kind === 'flow') {
          const talkMs = lasting(habits.talkMs);
          setTimeout(() => end(callId, talked(talkMs)), talkMs);
        } else giveUpLater(callId);
        emit(callId, { type: 'answered' });
      }, lasting(habits.ringMs));
    },
    async offer(tenantId, callId, userId) {
      const call = calls.get(callId);
      if (!call) return false;
      const who = { tenantId, userId };
      const now = await board.send(who, { type: 'callOffered', callId, forCampaign: true, nowMs: Date.now() });
      if (now.call?.callId !== callId) return false;
      clearTimeout(call.patience ?? undefined);
      if (!calls.has(callId)) {
        await board.send(who, { type: 'offerEnded', callId, outcome: 'withdrawn', nowMs: Date.now() });
        return false;
      }
      call.userId = userId;
      await board.send(who, { type: 'callBegan', callId, nowMs: Date.now() });
      emit(callId, { type: 'connected', userId });
      const talkMs = lasting(habits.talkMs);
      seen.talkedMs += talkMs;
      setTimeout(() => end(callId, talked(talkMs)), talkMs);
      return true;
    },
    end: (_tenantId, callId) => end(callId, { ...nobody, cause: 'cancelled' }),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { desk, seen };
}
