export interface Offer {
  tenantId: number;
  callId: string;
  userId: number;
}

/**
 * Reserves agents on the board before they are rung, so that nobody else can take them, and gives them back when the
 * line changed its mind meanwhile. What concerns one agent happens one after another.
 */
export interface Reservations {
  offer(offer: Offer): void;
  withdraw(offer: Offer): void;
  /** Another process reserved and rang them; it goes on here. */
  rings(offer: Offer): void;
  /** How the ringing ended is known. */
  ended(offer: Offer): void;
  stop(): void;
}
