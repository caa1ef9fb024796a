import type { ExchangeLeg } from './exchange-leg.ts';

/** How long the exchange waits for what; tests wait less. */
export interface Patience {
  /** An offered leg nobody looks at. */
  unattendedMs: number;
  /** An offered leg that was told something, but never answered. */
  unansweredMs: number;
  /** The sound has no connection any more. */
  soundLostMs: number;
  /** No packet comes, and the signalling is away. */
  silentMs: number;
  /** Between two reports about a leg's sound (W9: 5 s). */
  qualityMs: number;
  /** A call to one of the exchange's own numbers. */
  ownCallMs: number;
}

export const DEFAULT_PATIENCE: Patience = {
  unattendedMs: 60_000,
  unansweredMs: 180_000,
  soundLostMs: 10_000,
  silentMs: 20_000,
  qualityMs: 5_000,
  ownCallMs: 300_000,
};

/** What is to be done about a leg at this moment. */
export type LegVerdict = 'fine' | 'report' | 'tooLong' | 'lost' | 'refuse';

/** Looks at one leg; the exchange does so every second. */
export function judge(leg: ExchangeLeg, patience: Patience, nowMs: number, isOwn: boolean): LegVerdict {
  if (leg.at === 'ended') return 'fine';
  if (leg.soundLostMs !== null && nowMs - leg.soundLostMs >= patience.soundLostMs) return 'lost';
  const sinceMs = nowMs - leg.sinceMs;
  if (isOwn && sinceMs >= patience.ownCallMs) return 'tooLong';
  if (leg.at === 'waiting')
    return leg.made === 'offered' && sinceMs >= (leg.isAttended ? patience.unansweredMs : patience.unattendedMs)
      ? 'refuse'
      : 'fine';
  if (leg.isAway && leg.sound.end.quality().silentMs >= patience.silentMs) return 'lost';
  return nowMs - leg.reportedMs >= patience.qualityMs ? 'report' : 'fine';
}
