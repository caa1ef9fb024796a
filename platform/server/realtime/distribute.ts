import { mayUse } from '../http/caller.ts';
import type { Metrics } from '../metrics.ts';
import { eventFrame, type EventRow } from './events.ts';
import { readersIn, type Room } from './room.ts';
import { ownFrame, reload } from './push-to-reader.ts';

/** Gives what is new in a room to its live readers. */
export function distribute(
  room: Room,
  rows: readonly EventRow[],
  { metrics, maxUnread }: { metrics: Metrics; maxUnread: number },
): void {
  if (rows[0]?.seq !== room.sent + 1) {
    // What this process slept through was swept away meanwhile.
    room.sent = Math.max(room.heard, rows.at(-1)?.seq ?? 0);
    for (const reader of readersIn(room)) if (reader.live) reload(reader, room.sent);
    return;
  }
  for (const row of rows) {
    let frame: Buffer | undefined;
    let count = 0;
    for (const reader of row.user_id === null ? room.people : (room.readers.get(row.user_id) ?? [])) {
      if (!reader.live || reader.position >= row.seq) continue;
      if (row.access !== null && !mayUse(reader.subscriber.identity, row.access)) continue;
      if (reader.subscriber.unreadBytes > maxUnread) {
        reader.live = false;
        reader.subscriber.giveUp('tooSlow');
        continue;
      }
      const own = ownFrame(reader.subscriber, row);
      if (own === null) continue;
      reader.subscriber.write(own ?? (frame ??= eventFrame(row)));
      count += 1;
    }
    if (count > 0) metrics.pushes.inc(count);
    room.sent = row.seq;
  }
}
