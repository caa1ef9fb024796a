import type { LineRoom } from '#core/call/line-room.ts';

/** What keeps a campaign from dialling more. */
export type DialLimit = 'calls' | 'lines' | 'starts' | 'customers' | 'machine' | 'refused' | 'oldList' | 'teamLimit';

/** How many calls a flow may begin: it needs no agents, but places at the machine that talks. */
export function flowRoom(of: { callsAtOnce: number; underWay: number; machineRoom: number }): {
  dial: number;
  limit: DialLimit | null;
} {
  const own = Math.max(0, of.callsAtOnce - of.underWay);
  const dial = Math.min(own, Math.max(0, Math.floor(of.machineRoom)));
  if (dial > 0) return { dial, limit: null };
  return { dial, limit: own === 0 ? 'calls' : 'machine' };
}

/** How many of those wanted the lines take now; `leaving` were written down, and have not taken their places yet. */
export function withinLines(
  wanted: number,
  room: Extract<LineRoom, { is: 'open' }>,
  leaving: number,
): { dial: number; limit: DialLimit | null } {
  const [lines, starts] = [Math.max(0, room.lines - leaving), Math.max(0, room.starts - leaving)];
  const dial = Math.min(wanted, lines, starts);
  if (dial === wanted) return { dial, limit: null };
  return { dial, limit: lines <= starts ? 'lines' : 'starts' };
}

/** How long a campaign rests after lines refused: each time in a row twice as long. */
export const restAfterRefusals = (inRow: number): number => Math.min(1_000 * 2 ** Math.max(0, inRow - 1), 30_000);
