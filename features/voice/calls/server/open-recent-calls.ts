import type { Clock } from '#platform/server/clock.ts';
import type { RecentCall, RecentCalls } from './recent-calls.ts';

const RECENT_CALLS = 2_000;

export function openRecentCalls(clock: Clock, goesOn: (callId: string) => boolean): RecentCalls {
  /** The one that changed last stands last. */
  const recent = new Map<string, RecentCall & { users: Set<number> }>();
  return {
    remember({ id, tenantId, answeredMs, parties, facts: { customerNumber } }) {
      const users = recent.get(id)?.users ?? new Set<number>();
      for (const { who, shownAs } of parties) if (who.kind === 'agent' && shownAs === 'talking') users.add(who.userId);
      recent.delete(id);
      recent.set(id, { tenantId, users, customerNumber, answeredMs, lastMs: clock.nowMs() });
      if (recent.size > RECENT_CALLS)
        for (const [oldest] of recent) if (recent.size > RECENT_CALLS && !goesOn(oldest)) recent.delete(oldest);
    },
    find(tenantId, callId) {
      const call = recent.get(callId);
      if (call?.tenantId !== tenantId) return null;
      return goesOn(callId) ? { ...call, lastMs: clock.nowMs() } : call;
    },
  };
}
