import type { VoiceSeatWait } from './phone-desk-parts.ts';

/** What an agent wishes for and has no seat for yet, where the team shares its voice seats. */
export interface SeatWish {
  /** Asks for a seat; `again` is done with it, at once or when it comes. A later wish replaces an earlier. */
  need(again: () => void): void;
  stop(): void;
}

/** [QUEUE-01] A seat that comes signs the phone in; where there is a phone already, what was wished for is done. */
export function openSeatWish(seat: VoiceSeatWait | undefined, phone: { isThere(): boolean; want(): void }): SeatWish {
  let wish: (() => void) | null = null;
  let stopped = false;

  function given(): void {
    if (stopped) return;
    const again = wish;
    wish = null;
    if (phone.isThere()) again?.();
    else phone.want();
  }

  const stopListening = seat?.onGiven(given);
  return {
    need(again) {
      wish = again;
      void seat?.want().then((granted) => granted && given());
    },
    stop() {
      stopped = true;
      stopListening?.();
    },
  };
}
