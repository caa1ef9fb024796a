import type { OpenPages } from '#platform/server/feature.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';

export interface SeatPerson {
  tenantId: number;
  userId: number;
}

/** Shared seats, given out by requests and by the passing time. Any process may do it; the lock of tenant and kind orders them. */
export interface SeatDesk {
  /** What happens every second: seats of those who are gone go to those who wait. */
  tick(pages: OpenPages): Promise<void>;
  serve(tenantId: number, kind: SeatKind): Promise<void>;
  /** A seat at once, or a place in the line. */
  allocate(person: SeatPerson, kind: SeatKind): Promise<{ granted: boolean; ahead: number }>;
  /** Somebody went offline, or waits no longer: the seat, or the place, is free. Whoever works keeps it. */
  leave(person: SeatPerson, kind: SeatKind): Promise<void>;
  /** A session ended: whoever has no other one leaves what they have and what they wait for. */
  signedOut(sessionId: number): Promise<void>;
  /** How seats are obtained, or how many there are, has changed. */
  rulesChanged(tenantId: number): Promise<void>;
  start(pages: OpenPages): void;
  stop(): Promise<void>;
}
