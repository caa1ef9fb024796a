import type { MonitorMode } from '#core/telephony/telephony.port.ts';
import type { PlayedVoice, SpokenVoice, StreamVoice, SoundVoice } from './voices.ts';

/** What a leg hears when no sound is played over it. */
export type Hearing =
  | { from: 'nothing' }
  | { from: 'bridge' }
  | { from: 'hold'; music: PlayedVoice }
  | { from: 'echo' }
  | { from: 'stream'; stream: StreamVoice; before: Hearing }
  | { from: 'monitor'; target: Hearer; mode: MonitorMode };

/** A leg, as far as hearing goes. */
export interface Hearer {
  voice: SpokenVoice;
  /** Everybody else in its bridge. */
  partners: Set<Hearer>;
  hears: Hearing;
  sound: PlayedVoice | null;
  /** Those who monitor it. */
  supervisors: Set<Hearer>;
}

/**
 * Everything a leg hears now.
 * 1. One thing at a time: a sound, else what is below it.
 * 2. Voices of supervisors come on top: in its own ear those that whisper or barge, through its partners those that barge.
 * 3. A supervisor hears the target and what the target hears, but no whisper and not itself.
 *
 * `whispers: false` is what may be recorded or overheard.
 */
export function heardBy(leg: Hearer, options: { whispers: boolean }): SoundVoice[] {
  const voices: SoundVoice[] = leg.sound ? [leg.sound] : below(leg, leg.hears);
  for (const supervisor of leg.supervisors) if (speaks(supervisor, options.whispers)) voices.push(supervisor.voice);
  return voices;
}

function below(leg: Hearer, hears: Hearing): SoundVoice[] {
  switch (hears.from) {
    case 'nothing':
      return [];
    case 'bridge':
      return [...leg.partners].flatMap(({ voice, supervisors }) => [
        voice,
        ...[...supervisors].filter((one) => speaks(one, false)).map((one) => one.voice),
      ]);
    case 'hold':
      return [hears.music];
    case 'echo':
      return [leg.voice];
    case 'stream':
      return [hears.stream];
    case 'monitor': {
      // A supervisor of a supervisor hears only that one, so that two watching each other do not go round in circles.
      const more = hears.target.hears.from === 'monitor' ? [] : heardBy(hears.target, { whispers: false });
      return [hears.target.voice, ...more.filter((voice) => voice !== leg.voice)];
    }
  }
}

const speaks = (supervisor: Hearer, whispers: boolean): boolean =>
  supervisor.hears.from === 'monitor' &&
  (supervisor.hears.mode === 'barge' || (whispers && supervisor.hears.mode === 'whisper'));
