import type { Db } from '../db/db.ts';
import type { Metrics } from '../metrics.ts';
import { eventFrame, readMissed, type EventRow } from './events.ts';
import { goLive, ownFrame, reload, pushToReader } from './push-to-reader.ts';
import type { RoomReader } from './subscriber.ts';

export interface ReplayWorld {
  db: Db;
  metrics: Metrics;
  maxReplay: number;
  /** Events read at a time. */
  page: number;
  /** How many replay at a time; the others wait in line. */
  replays: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Neither left, nor began again since. */
export const isHere = (reader: RoomReader): boolean => reader.subscriber.reader === reader;

/** Reads for one reader what it missed, page by page, until it is as far as its room. */
export async function catchUp(
  { db, metrics, maxReplay, page, replays }: ReplayWorld,
  reader: RoomReader,
  since: number,
): Promise<void> {
  const { room } = reader;
  for (let isFirst = true; ; isFirst = false) {
    // Who asked again meanwhile, or left, must not keep others waiting for their turn.
    const missed = await replays(async () =>
      isHere(reader) ? readMissed(db, reader.subscriber.identity, isFirst ? since : reader.position, page) : null,
    );
    if (!missed || !isHere(reader)) return;
    const current = Math.max(missed.newest, room.sent);
    if (!missed.whole || (isFirst && missed.newest - since > maxReplay)) {
      if (isFirst) pushToReader(reader, { kind: 'ready', id: current, newest: current });
      return reload(reader, current);
    }
    if (isFirst) pushToReader(reader, { kind: 'ready', id: since, newest: current });
    await writeAll(reader, missed.rows, metrics);
    if (!isHere(reader)) return;
    reader.position = missed.upTo;
    if (reader.position >= room.sent) return goLive(reader, reader.position);
  }
}

function writeAll({ subscriber }: RoomReader, rows: readonly EventRow[], metrics: Metrics): Promise<void> {
  const frames = rows
    .map((row) => {
      const own = ownFrame(subscriber, row);
      return own === undefined ? eventFrame(row) : own;
    })
    .filter((frame) => frame !== null);
  if (frames.length === 0) return Promise.resolve();
  metrics.pushes.inc(frames.length);
  const { promise, resolve } = Promise.withResolvers<void>();
  subscriber.holdBack?.();
  frames.forEach((frame, index) => subscriber.write(frame, index === frames.length - 1 ? resolve : undefined));
  subscriber.letGo?.();
  return promise;
}
