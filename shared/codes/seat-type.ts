import { codes, type CodeOf } from '../codes.ts';

/** How an agent obtains a seat (seat_type, specification W3: 1 means queued allocation). 0, a seat of one's own, is ours. */
export const SeatType = codes({
  own: { code: 0, key: 'seatType.own' },
  queued: { code: 1, key: 'seatType.queued' },
});
export type SeatType = CodeOf<typeof SeatType>;
