import type { LegId } from '#core/telephony/telephony.port.ts';
import { SAMPLE_RATE, type BuiltInSound, type Sound } from '#core/telephony/sound.ts';
import { tonesIn } from '#core/telephony/tone-detector.ts';
import type { FakeLeg } from './fake-leg.ts';

/** One thing a leg hears. */
export type HeardSource = { leg: LegId } | { sound: Sound } | { stream: true };

const speaks = (leg: FakeLeg | undefined): leg is FakeLeg =>
  !!leg &&
  !leg.held &&
  !leg.muted &&
  (leg.at === 'answered' || (leg.at === 'waiting' && leg.made === 'placed' && leg.early));
const listens = (leg: FakeLeg): boolean =>
  !leg.held && (leg.at === 'answered' || (leg.at === 'waiting' && leg.made === 'offered' && leg.early));

/** Everything a leg hears at this moment, whether its sources are silent or not. */
export function hearing(legs: ReadonlyMap<LegId, FakeLeg>, leg: FakeLeg): HeardSource[] {
  if (!listens(leg)) return [];
  const added = supervisorsHeardBy(legs, leg);
  if (leg.playing) return [{ sound: leg.playing.sound }, ...added];
  if (leg.stream) return [{ stream: true }, ...added];
  return [...baseHeard(legs, leg), ...added];
}

function baseHeard(legs: ReadonlyMap<LegId, FakeLeg>, leg: FakeLeg): HeardSource[] {
  switch (leg.base.at) {
    case 'nothing':
      return [];
    case 'hold':
      return [{ sound: leg.base.music }];
    case 'bridge':
      return partnersHeard(legs, leg.base.partners);
    case 'monitor': {
      const target = legs.get(leg.base.target);
      if (!target || target.at === 'ended') return [];
      const partners = target.base.at === 'bridge' ? partnersHeard(legs, target.base.partners) : [];
      return [...(speaks(target) ? [{ leg: target.id }] : []), ...partners];
    }
  }
}

const partnersHeard = (legs: ReadonlyMap<LegId, FakeLeg>, partners: readonly LegId[]): HeardSource[] =>
  partners.filter((id) => speaks(legs.get(id))).map((leg) => ({ leg }));

/** A whisper reaches the target alone, a barge its partners as well. */
function supervisorsHeardBy(legs: ReadonlyMap<LegId, FakeLeg>, leg: FakeLeg): HeardSource[] {
  const heard: HeardSource[] = [];
  for (const other of legs.values()) {
    if (other.base.at !== 'monitor' || other.base.mode === 'listen' || !speaks(other)) continue;
    const target = legs.get(other.base.target);
    const isPartner =
      other.base.mode === 'barge' && target?.base.at === 'bridge' && target.base.partners.includes(leg.id);
    if (target === leg || isPartner) heard.push({ leg: other.id });
  }
  return heard;
}

/** The same as tones, at a moment of the fake's time. */
export function hearingHz(legs: ReadonlyMap<LegId, FakeLeg>, leg: FakeLeg, nowMs: number): number[] {
  const sinceMs = leg.playing?.sinceMs ?? (leg.base.at === 'hold' ? leg.base.sinceMs : nowMs);
  const tones = hearing(legs, leg).flatMap((heard) => {
    if ('leg' in heard) return [...legs.get(heard.leg)!.saysHz];
    return 'stream' in heard
      ? leg.stream!.playsHz()
      : soundHz(heard.sound, nowMs - sinceMs, !leg.playing || leg.playing.loop);
  });
  return [...new Set(tones)].sort((a, b) => a - b);
}

/** What a leg's party says at this moment, as the exchange receives it. */
export const sayingHz = (leg: FakeLeg): readonly number[] => (speaks(leg) ? leg.saysHz : []);

const builtIn: Record<BuiltInSound, { hz: number; ms: number }> = {
  music: { hz: 600, ms: 20_000 },
  ringback: { hz: 400, ms: 5_000 },
  busy: { hz: 400, ms: 5_000 },
  beep: { hz: 1_000, ms: 200 },
};
const PROMPT = { hz: 300, ms: 1_500 };

/** How long a sound is. */
export function soundMs(sound: Sound): number {
  if ('name' in sound) return builtIn[sound.name].ms;
  if ('prompt' in sound) return PROMPT.ms;
  if ('tones' in sound) return sound.tones.reduce((sum, tone) => sum + tone.ms, 0);
  if ('samples' in sound) return (sound.samples.length * 1_000) / SAMPLE_RATE;
  return sound.sequence.reduce((sum, part) => sum + soundMs(part), 0);
}

function soundHz(sound: Sound, atMs: number, loop: boolean): readonly number[] {
  const length = soundMs(sound);
  if (length === 0 || (!loop && atMs >= length)) return [];
  let offset = atMs % length;
  if ('name' in sound) return [builtIn[sound.name].hz];
  if ('prompt' in sound) return [PROMPT.hz];
  if ('samples' in sound) return tonesIn(sound.samples.subarray((offset * SAMPLE_RATE) / 1_000));
  const parts =
    'tones' in sound
      ? sound.tones.map((tone) => ({ ms: tone.ms, hz: () => tone.hz }))
      : sound.sequence.map((part) => ({ ms: soundMs(part), hz: (ms: number) => soundHz(part, ms, false) }));
  for (const part of parts) {
    if (offset < part.ms) return part.hz(offset);
    offset -= part.ms;
  }
  return [];
}
