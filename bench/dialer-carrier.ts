import type { CampaignCallEnd, CampaignCallEvent, CampaignDesk, CampaignNews } from '#core/call/campaign-call.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';

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

/** A desk whose calls are led by chance: it costs next to nothing, so that what is measured is the dialler. */
export function aBenchCarrier(board: Pick<AgentBoard, 'send'>, habits: CarrierHabits, chance: () => number) {
  const listeners = new Set<(event: CampaignCallEvent) => void>();
  const calls = new Map<string, { tenantId: number; patience: NodeJS.Timeout | null; userId: number | null }>();
  const seen = { dialled: 0, answered: 0, abandoned: 0, talkedMs: 0, mostAtOnce: 0, firstMs: null as number | null };
  const lasting = (meanMs: number): number => -meanMs * Math.log(1 - chance() * 0.999);

  function tell(callId: string, news: CampaignNews): void {
    const call = calls.get(callId);
    if (call)
      for (const listener of listeners) listener({ tenantId: call.tenantId, callId, atMs: Date.now(), ...news });
  }
  function end(callId: string, how: CampaignCallEnd): void {
    const call = calls.get(callId);
    tell(callId, { type: 'ended', end: how });
    calls.delete(callId);
    if (call?.userId)
      void board.send(
        { tenantId: call.tenantId, userId: call.userId },
        { type: 'callEnded', callId, wrapUpMs: habits.wrapUpMs, nowMs: Date.now() },
      );
  }
  const talked = (talkMs: number): CampaignCallEnd => ({
    ...nobody,
    outcome: 'talked',
    cause: 'normal',
    wasAnswered: true,
    talkMs,
  });

  const desk: CampaignDesk = {
    dial({ callId, tenantId, goal }) {
      seen.dialled += 1;
      seen.firstMs ??= performance.now();
      calls.set(callId, { tenantId, patience: null, userId: null });
      seen.mostAtOnce = Math.max(seen.mostAtOnce, calls.size);
      tell(callId, { type: 'rang' });
      const isAnswered = chance() < habits.answerRate;
      setTimeout(() => {
        if (!isAnswered) return end(callId, nobody);
        seen.answered += 1;
        tell(callId, { type: 'answered' });
        const talkMs = lasting(habits.talkMs);
        if (goal.kind === 'flow') return void setTimeout(() => end(callId, talked(talkMs)), talkMs);
        const call = calls.get(callId);
        if (call && call.userId === null)
          call.patience = setTimeout(() => {
            seen.abandoned += 1;
            tell(callId, { type: 'abandoned' });
            end(callId, talked(0));
          }, 2_000);
      }, lasting(habits.ringMs));
    },
    async offer(tenantId, callId, userId) {
      const call = calls.get(callId);
      if (!call) return false;
      clearTimeout(call.patience ?? undefined);
      const who = { tenantId, userId };
      const now = await board.send(who, { type: 'callOffered', callId, forCampaign: true, nowMs: Date.now() });
      if (now.call?.callId !== callId) return false;
      call.userId = userId;
      await board.send(who, { type: 'callBegan', callId, nowMs: Date.now() });
      tell(callId, { type: 'connected', userId });
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
