import type { LegId } from '#core/telephony/telephony.port.ts';
import { heardBy, type Hearer } from './hearing.ts';
import { KeyPresser } from './key-presser.ts';
import type { Recording } from './recording.ts';
import type { SoundEnd } from './switchboard.ts';
import { SpokenVoice, type StreamVoice, type Voice } from './voices.ts';

/** A leg at the switchboard. */
export interface SwitchedLeg extends Hearer {
  id: LegId;
  end: SoundEnd;
  partner: SwitchedLeg | null;
  supervisors: Set<SwitchedLeg>;
  playId: string;
  keys: KeyPresser;
  streams: Set<StreamVoice>;
  /** How far its music came; a second hold goes on there. */
  musicAt: number;
  /** Those that hear exactly this leg: its packets go to them as they are. */
  feeds: SwitchedLeg[];
  /** What is made for it at every tick. */
  made: Voice[];
}

export interface RunningRecording {
  leg: SwitchedLeg;
  recording: Recording;
  heard: Voice[];
}

/** A leg that neither hears nor is heard. */
export const openLeg = (id: LegId, end: SoundEnd): SwitchedLeg => ({
  id,
  end,
  voice: new SpokenVoice(),
  partner: null,
  hears: { from: 'nothing' },
  sound: null,
  playId: '',
  supervisors: new Set(),
  keys: new KeyPresser(),
  streams: new Set(),
  musicAt: 0,
  feeds: [],
  made: [],
});

/**
 * Derives from who hears what: which packets are passed on as they are, what is made at the tick, and whose packets must be
 * gathered for it. Answers the legs the tick has work for.
 */
export function plan(legs: ReadonlyMap<LegId, SwitchedLeg>, recordings: ReadonlyMap<string, RunningRecording>): SwitchedLeg[] {
  const wanted = new Set<Voice>();
  const speakers = new Map<Voice, SwitchedLeg>();
  for (const leg of legs.values()) {
    leg.feeds = [];
    speakers.set(leg.voice, leg);
  }
  for (const leg of legs.values()) {
    const voices = heardBy(leg, { whispers: true });
    const alone = voices.length === 1 ? speakers.get(voices[0]!) : undefined;
    alone?.feeds.push(leg);
    leg.made = alone ? [] : voices;
    for (const voice of leg.made) wanted.add(voice);
    if (leg.streams.size > 0) wanted.add(leg.voice);
  }
  for (const running of recordings.values()) {
    running.heard = heardBy(running.leg, { whispers: false });
    for (const voice of [running.leg.voice, ...running.heard]) wanted.add(voice);
  }
  for (const leg of legs.values()) leg.voice.want(wanted.has(leg.voice));
  return [...legs.values()].filter((leg) => leg.made.length > 0 || leg.streams.size > 0 || leg.keys.busy);
}
