import type { UserChannelDown } from '#shared/user-channel.ts';
import type { EventRow } from './events.ts';
import type { RoomReader, Subscriber } from './subscriber.ts';
import { frameOf } from './wire-frame.ts';

export function pushToReader({ subscriber }: RoomReader, told: UserChannelDown): void {
  const said = subscriber.words && 'say' in subscriber.words ? subscriber.words.say(told) : told;
  if (said !== null) subscriber.write(frameOf(said));
}

/** An event in the words of the subscriber's channel; undefined: it has none of its own, null: it says nothing of this. */
export function ownFrame({ words }: Subscriber, { seq, kind, body }: EventRow): Buffer | null | undefined {
  if (!words) return undefined;
  if ('without' in words) return words.without.has(kind) ? null : undefined;
  const said = kind.startsWith(words.about)
    ? words.say({ kind: 'event', id: seq, event: kind, body: JSON.parse(body) })
    : null;
  return said === null ? null : frameOf(said);
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
