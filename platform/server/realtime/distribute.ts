import { mayUse } from '../http/caller.ts';
import type { Metrics } from '../metrics.ts';
import { eventFrame, type EventRow } from './events.ts';
import { readersIn, readersOf } from './room.ts';
import { ownFrame, reload } from './push-to-reader.ts';
import type { RoomReader, Room } from './subscriber.ts';

interface Distribution {
  metrics: Metrics;
  maxUnread: number;
}

/** Gives what is new in a room to its live readers. */
export function distribute(room: Room, rows: readonly EventRow[], { metrics, maxUnread }: Distribution): void {
  if (rows[0]?.seq !== room.sent + 1) {
    // What this process slept through was swept away meanwhile.
    room.sent = Math.max(room.known, rows.at(-1)?.seq ?? 0);
    for (const reader of readersIn(room)) if (reader.live) reload(reader, room.sent);
    return;
  }
  for (const [first, end] of runsOf(rows)) {
    const run = rows.slice(first, end);
    const { user_id: userId } = run[0]!;
    const frames: (Buffer | undefined)[] = [];
    let count = 0;
    for (const reader of userId === null ? room.people : readersOf(room, userId))
      if (reader.live) count += giveRun(reader, run, frames, maxUnread);
    if (count > 0) metrics.pushes.inc(count);
    room.sent = run.at(-1)!.seq;
  }
}

/** From where to where rows are for the same people: what follows one another leaves in one piece. */
function* runsOf(rows: readonly EventRow[]): Generator<[first: number, end: number]> {
  for (let first = 0, end = 1; first < rows.length; first = end, end += 1) {
    while (end < rows.length && rows[end]!.user_id === rows[first]!.user_id) end += 1;
    yield [first, end];
  }
}

/** So much is held back at most: what is held back looks unread. */
const MOST_HELD_BYTES = 65_536;

/** Answers how many it was given. `frames` are made by the first who needs them. */
function giveRun(
  reader: RoomReader,
  run: readonly EventRow[],
  frames: (Buffer | undefined)[],
  maxUnread: number,
): number {
  if (run.length === 1) return giveRows(reader, run, frames, maxUnread);
  const { subscriber } = reader;
  subscriber.holdBack?.();
  try {
    return giveRows(reader, run, frames, maxUnread);
  } finally {
    subscriber.letGo?.();
  }
}

function giveRows(
  reader: RoomReader,
  run: readonly EventRow[],
  frames: (Buffer | undefined)[],
  maxUnread: number,
): number {
  const { subscriber } = reader;
  let count = 0;
  let heldBytes = 0;
  for (const [place, row] of run.entries()) {
    if (reader.position >= row.seq) continue;
    if (row.access !== null && !mayUse(subscriber.identity, row.access)) continue;
    if (subscriber.unreadBytes > maxUnread) {
      reader.live = false;
      subscriber.giveUp('tooSlow');
      break;
    }
    const own = ownFrame(subscriber, row);
    if (own === null) continue;
    const frame = own ?? (frames[place] ??= eventFrame(row));
    subscriber.write(frame);
    count += 1;
    heldBytes += frame.length;
    if (run.length === 1 || heldBytes < MOST_HELD_BYTES) continue;
    subscriber.letGo?.();
    subscriber.holdBack?.();
    heldBytes = 0;
  }
  return count;
}
