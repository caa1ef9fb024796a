import { codes, type CodeOf } from '../codes.ts';

/** The two kinds of seat, as the allocation check names them (specification W7). */
export const SeatKind = codes({
  text: { code: 'text', key: 'seatKind.text' },
  voice: { code: 'voice', key: 'seatKind.voice' },
});
export type SeatKind = CodeOf<typeof SeatKind>;
