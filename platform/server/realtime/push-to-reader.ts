import type { UserChannelDown } from '#shared/user-channel.ts';
import type { EventRow } from './events.ts';
import type { RoomReader, Subscriber } from './subscriber.ts';
import { frameOf } from './wire-frame.ts';

export function pushToReader({ subscriber }: RoomReader, down: UserChannelDown): void {
  const worded = subscriber.words && 'say' in subscriber.words ? subscriber.words.say(down) : down;
  if (worded !== null) subscriber.write(frameOf(worded));
}

/** An event in the words of the subscriber's channel; undefined: it has none of its own, null: it says nothing of this. */
export function ownFrame({ words }: Subscriber, { seq, kind, body }: EventRow): Buffer | null | undefined {
  if (!words) return undefined;
  if ('without' in words) return words.without.has(kind) ? null : undefined;
  const worded = kind.startsWith(words.about)
    ? words.say({ kind: 'event', id: seq, event: kind, body: JSON.parse(body) })
    : null;
  return worded === null ? null : frameOf(worded);
}

/** What cannot be replayed whole is not replayed: the page is told to reload. */
export function reload(reader: RoomReader, current: number): void {
  pushToReader(reader, { kind: 'reload', id: current });
  goLive(reader, current);
}

export function goLive(reader: RoomReader, position: number): void {
  reader.position = position;
  reader.live = true;
}
