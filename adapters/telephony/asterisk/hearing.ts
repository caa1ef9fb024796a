import type { Sound } from '#core/telephony/sound.ts';
import type { LegId, MonitorMode } from '#core/telephony/telephony.port.ts';

/**
 * Who hears what, and where the channels must stand for it. Asterisk lets commands to a channel wait while a sound is played to it, so
 * nothing is ever played to a channel: whoever hears something of their own stands in a bridge for one, the cell, and it is played there.
 * In the room of the conversation a snoop of their voice stands in for them.
 */
export interface ListeningLeg {
  readonly id: LegId;
  /** The conversation it is in, whatever it hears at the moment. */
  room: string | null;
  hears: Heard;
  /** Over everything else; the newest. */
  sound: HeardSound | null;
  isMuted: boolean;
}

type Heard =
  | { from: 'nothing' }
  | { from: 'room' }
  | { from: 'hold'; music: HeardSound }
  | { from: 'stream'; stream: string; before: Heard }
  | { from: 'monitor'; target: LegId; mode: MonitorMode };

export interface HeardSound {
  /** One of a kind: the same sound played twice has two. */
  readonly key: string;
  readonly playId: string;
  readonly sound: Sound;
  readonly loop: boolean;
}

/** Where the channel of a leg is to stand, and who with it. */
export interface Stand {
  /** The bridge; null: in none. */
  at: string | null;
  /** The room in which a snoop of its voice stands for it. */
  ghostIn: string | null;
  /** Whom a snoop overhears that stands beside it. */
  spiesOn: LegId | null;
  isMuted: boolean;
  playing: HeardSound | null;
  stream: string | null;
}

export const NOTHING: Heard = { from: 'nothing' };
export const cellOf = (leg: LegId): string => `cell-${leg}`;
export const sideOf = (leg: LegId): string => `side-${leg}`;

export const newListener = (id: LegId): ListeningLeg => ({
  id,
  room: null,
  hears: NOTHING,
  sound: null,
  isMuted: false,
});

type Find = (id: LegId) => ListeningLeg | undefined;

export function standOf(leg: ListeningLeg, find: Find): Stand {
  const { hears, sound, room, isMuted } = leg;
  const stand: Stand = { at: null, ghostIn: null, spiesOn: null, isMuted, playing: null, stream: null };
  const playing = sound ?? (hears.from === 'hold' ? hears.music : null);
  const stream = hears.from === 'stream' ? hears.stream : null;
  if (playing || stream) return { ...stand, at: cellOf(leg.id), ghostIn: room, playing, stream };
  if (hears.from === 'room') return { ...stand, at: room };
  if (hears.from !== 'monitor') return stand;
  const target = find(hears.target);
  if (!target) return stand;
  if (hears.mode === 'barge' && target.room !== null) return { ...stand, at: target.room };
  return {
    ...stand,
    at: sideOf(leg.id),
    spiesOn: target.id,
    isMuted: isMuted || hears.mode === 'listen',
  };
}

/** The newest thing to hear. Answers the sound that was cut off by it. */
export function hear(leg: ListeningLeg, hears: Heard): HeardSound | null {
  leg.hears = hears;
  return takeSound(leg);
}

export function takeSound(leg: ListeningLeg): HeardSound | null {
  const had = leg.sound;
  leg.sound = null;
  return had;
}

/**
 * The room for a conversation of these: one where nobody else is, as it is; else a new one, so that those who stay behind are alone.
 * Nobody is taken out of the way for it: joining a room leaves the one before.
 */
export function roomFor(legs: readonly ListeningLeg[], everybody: Iterable<ListeningLeg>, newRoom: string): string {
  const strangers = new Set<string>();
  const sizes = new Map<string, number>();
  for (const one of everybody) {
    if (one.room === null) continue;
    if (legs.includes(one)) sizes.set(one.room, (sizes.get(one.room) ?? 0) + 1);
    else strangers.add(one.room);
  }
  const usable = [...sizes].filter(([room]) => !strangers.has(room)).sort(([, a], [, b]) => b - a);
  return usable[0]?.[0] ?? newRoom;
}

/** A stream that is closed gives back what was heard before it; below it may lie one that was closed earlier. */
export function withoutStream(hears: Heard, isOpen: (stream: string) => boolean): Heard {
  let left = hears;
  while (left.from === 'stream' && !isOpen(left.stream)) left = left.before;
  return left;
}

/** Who had joined somebody's talk is one of it when that one goes: to take it over nobody moves, and no word is lost. */
export function stayBehind(gone: ListeningLeg, everybody: Iterable<ListeningLeg>): void {
  for (const one of everybody) {
    const { hears } = one;
    if (gone.room === null || hears.from !== 'monitor' || hears.target !== gone.id || hears.mode !== 'barge') continue;
    one.room = gone.room;
    one.hears = { from: 'room' };
  }
}

/** Everybody whose place hangs together with these legs: rooms they are in, supervisors, those they monitor, and theirs in turn. */
export function companyOf(legs: Iterable<ListeningLeg>, everybody: readonly ListeningLeg[]): Set<ListeningLeg> {
  const all = new Set(legs);
  // A set that grows while it is walked is walked to its new end.
  for (const leg of all)
    for (const other of everybody) {
      const isOfRoom = leg.room !== null && other.room === leg.room;
      const watches = other.hears.from === 'monitor' && other.hears.target === leg.id;
      const isWatched = leg.hears.from === 'monitor' && leg.hears.target === other.id;
      if (isOfRoom || watches || isWatched) all.add(other);
    }
  return all;
}
