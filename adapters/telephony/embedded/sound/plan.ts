import type { LegId } from '#core/telephony/telephony.port.ts';
import { heardBy, type Hearer } from './hearing.ts';
import { KeyPresser } from './key-presser.ts';
import type { LegRecording } from './leg-recording.ts';
import type { SoundEnd } from './sound-end.ts';
import { SpokenVoice, type StreamVoice, type SoundVoice } from './voices.ts';

/** A leg at the switchboard. */
export interface SwitchedLeg extends Hearer {
  id: LegId;
  end: SoundEnd;
  partners: Set<SwitchedLeg>;
  isMuted: boolean;
  supervisors: Set<SwitchedLeg>;
  playId: string;
  keys: KeyPresser;
  streams: Set<StreamVoice>;
  recordings: Set<RunningRecording>;
  /** How far its music came; a second hold goes on there. */
  musicAt: number;
  plan: Plan;
}

export interface RunningRecording {
  id: string;
  leg: SwitchedLeg;
  recording: LegRecording;
  heard: SoundVoice[];
}

/** How a leg gets to hear what it hears. */
export interface Plan {
  /** The one whose packets it is handed as they are. */
  fedBy: SpokenVoice | null;
  /** What is made for it at every tick. */
  made: SoundVoice[];
  /** Whose packets are gathered for its ticks. */
  gathers: SpokenVoice[];
}

const NO_PLAN: Plan = { fedBy: null, made: [], gathers: [] };

/** A leg that neither hears nor is heard. */
export const newLeg = (id: LegId, end: SoundEnd): SwitchedLeg => ({
  id,
  end,
  voice: new SpokenVoice(),
  partners: new Set(),
  isMuted: false,
  hears: { from: 'nothing' },
  sound: null,
  playId: '',
  supervisors: new Set(),
  keys: new KeyPresser(),
  streams: new Set(),
  recordings: new Set(),
  musicAt: 0,
  plan: NO_PLAN,
});

/** Makes the plan of a leg anew. Whoever else hears its conversation needs the same: see `company`. */
export function planLeg(leg: SwitchedLeg): void {
  const voices = heardBy(leg, { whispers: true });
  const alone = voices.length === 1 && voices[0] instanceof SpokenVoice ? voices[0] : null;
  const made = alone ? [] : voices;
  const gathered = new Set<SoundVoice>(made);
  if (leg.streams.size > 0 || leg.recordings.size > 0) gathered.add(leg.voice);
  for (const running of leg.recordings) {
    running.heard = heardBy(leg, { whispers: false });
    for (const voice of running.heard) gathered.add(voice);
  }
  follow(leg, { fedBy: alone, made, gathers: [...gathered].filter((voice) => voice instanceof SpokenVoice) });
}

/** The leg is gone: nothing comes to it any more. */
export const planNothing = (leg: SwitchedLeg): void => follow(leg, NO_PLAN);

/** Has the tick work for it? */
export const isBusy = (leg: SwitchedLeg): boolean =>
  leg.plan.made.length > 0 || leg.streams.size > 0 || leg.recordings.size > 0 || leg.keys.busy;

/** Everybody whose hearing hangs together with these legs: partners, supervisors, those they monitor, and theirs in turn. */
export function company(legs: Iterable<SwitchedLeg>): Set<SwitchedLeg> {
  const all = new Set(legs);
  // A set that grows while it is walked is walked to its new end.
  for (const leg of all) {
    for (const partner of leg.partners) all.add(partner);
    for (const supervisor of leg.supervisors) all.add(supervisor);
    if (leg.hears.from === 'monitor') all.add(leg.hears.target as SwitchedLeg);
  }
  return all;
}

function follow(leg: SwitchedLeg, next: Plan): void {
  const before = leg.plan;
  leg.plan = next;
  // First the new, then the old: who is in both keeps what was gathered.
  for (const voice of next.gathers) voice.gather();
  for (const voice of before.gathers) voice.release();
  if (before.fedBy === next.fedBy) return;
  before.fedBy?.listeners.delete(leg.end);
  next.fedBy?.listeners.add(leg.end);
}
