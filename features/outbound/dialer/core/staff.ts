/** What an agent of a campaign is doing, as the dialler sees it. */
export interface DialledAgent {
  /** `handling`: in a call of the campaign or its wrap-up; `inbound`: in a call somebody else made. */
  doing: 'free' | 'handling' | 'inbound' | 'away';
  sinceMs: number;
  /** A break, the end of the shift or a sign-out that is asked for or planned; null when nothing is. */
  leavesAtMs: number | null;
}

/** Whom one may dial for. */
export interface Staff {
  free: number;
  /** Since when those are in a call who will be free after it. */
  handlingSinceMs: readonly number[];
  /** Free ones who leave soon: they take what rings already, and nothing is dialled for them. */
  leavingFree: number;
  /** Those who leave after their call. */
  leavingBusy: number;
  inbound: number;
}

/**
 * Whoever leaves before a call that is dialled now could begin is not dialled for, whoever leaves while talking does not become free,
 * and nobody knows when an inbound call ends.
 */
export function staffOf(agents: readonly DialledAgent[], nowMs: number, longestRingMs: number): Staff {
  const [staff, handlingSinceMs] = [{ free: 0, leavingFree: 0, leavingBusy: 0, inbound: 0 }, [] as number[]];
  for (const { doing, sinceMs, leavesAtMs } of agents) {
    if (doing === 'away') continue;
    if (doing === 'inbound') staff.inbound += 1;
    else if (leavesAtMs !== null && leavesAtMs <= nowMs + longestRingMs)
      staff[doing === 'free' ? 'leavingFree' : 'leavingBusy'] += 1;
    else if (doing === 'free') staff.free += 1;
    else handlingSinceMs.push(sinceMs);
  }
  return { ...staff, handlingSinceMs };
}
