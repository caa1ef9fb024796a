import { codes, type CodeOf } from '../codes.ts';

/** Whether a text seat takes conversations (online_status, specification W4). */
export const SeatOnline = codes({
  offline: { code: 0, key: 'seatOnline.offline', tone: 'grey' },
  online: { code: 1, key: 'seatOnline.online', tone: 'green' },
});
export type SeatOnline = CodeOf<typeof SeatOnline>;
