/**
 * Who has one of the seats a team shares, and who waits for one. A seat is asked for, given, worked at and left:
 *
 *   (nobody) ── asks ──▶ waiting ── a seat is free, first in the line ──▶ granted
 *      ▲                    │                                               │
 *      └── page away 60 s ──┴── went offline, or nobody worked at it 60 s ──┘
 *
 * 1. Whoever works has a seat, however they came to it: neither a lowered limit nor the day a team begins to share throws anybody out.
 * 2. A granted seat that nobody worked at for so long is lost, and so is the place of somebody whose page is away.
 * 3. Free seats go to those who wait, in the order they asked; none stays free while somebody waits.
 * 4. Whoever may not sit there any more has neither seat nor place.
 */
export interface SeatClaim {
  userId: number;
  /** Grows with every new wish. */
  askedNo: number;
  isGranted: boolean;
  isWorking: boolean;
  /** The person has a seat of the kind and may come in. */
  mayWork: boolean;
  /** When the seat was last worked at, or the waiting page was last there. */
  seenMs: number;
}

export interface SeatRules {
  /** Null: as many as wanted. */
  limit: number | null;
  /** How long a granted seat is kept that nobody works at. */
  seatLostMs: number;
  /** How long a place in the line is kept without a page. */
  placeLostMs: number;
}

export interface SeatDecision<C extends SeatClaim = SeatClaim> {
  /** Who gets a seat now. */
  granted: C[];
  lost: C[];
  /** Who goes on waiting; as many as stand before somebody are ahead. */
  waiting: C[];
  /** Seats that are taken afterwards. */
  taken: number;
}

/** Decides who gets a seat, who loses one, and who goes on waiting. */
export function seatLine<C extends SeatClaim>(
  claims: readonly C[],
  { limit, seatLostMs, placeLostMs }: SeatRules,
  nowMs: number,
): SeatDecision<C> {
  const isThere = ({ mayWork, isWorking, isGranted, seenMs }: C): boolean =>
    mayWork && (isWorking || nowMs - seenMs < (isGranted ? seatLostMs : placeLostMs));
  const here = claims.filter(isThere);
  const line = here
    .filter(({ isGranted, isWorking }) => !isGranted && !isWorking)
    .sort((a, b) => a.askedNo - b.askedNo);
  const seated = here.length - line.length;
  const free = limit === null ? line.length : Math.max(0, limit - seated);
  const granted = line.slice(0, free);
  return {
    granted: [...here.filter(({ isGranted, isWorking }) => isWorking && !isGranted), ...granted],
    lost: claims.filter((claim) => !isThere(claim)),
    waiting: line.slice(free),
    taken: seated + granted.length,
  };
}
