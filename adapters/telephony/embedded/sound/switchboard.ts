import type { LegId, MonitorMode, PcmStream } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Metronome } from '../../carrier.ts';
import type { SoundEnd } from './sound-end.ts';

/**
 * Who hears what. Two bridged legs are forwarded packet by packet; only where sounds must be added (three in a bridge, monitoring,
 * barging, recording's two sides) is anything decoded, at the metronome's pace.
 */
export interface Switchboard {
  add(leg: LegId, end: SoundEnd): void;
  /** Takes the leg out of everything it was in; its recording ends. */
  remove(leg: LegId): void;
  bridge(a: LegId, b: LegId, ...more: LegId[]): void;
  separate(leg: LegId): void;
  hold(leg: LegId, music: Sound): void;
  mute(leg: LegId, muted: boolean): void;
  play(leg: LegId, sound: Sound, options: { playId: string; loop: boolean }): void;
  stopPlaying(leg: LegId): void;
  /** What it says comes back to it. */
  echo(leg: LegId): void;
  sendKeys(leg: LegId, keys: string, gapMs: number): void;
  record(leg: LegId, recordingId: string): void;
  stopRecording(recordingId: string): void;
  monitor(supervisor: LegId, target: LegId, mode: MonitorMode): void;
  openStream(leg: LegId): PcmStream;
  onEvent(listener: (event: SwitchboardEvent) => void): void;
  stop(): Promise<void>;
}

export type SwitchboardEvent =
  | { type: 'played'; leg: LegId; playId: string; completed: boolean }
  | { type: 'recorded'; leg: LegId; recordingId: string; path: string; durationMs: number; bytes: number }
  | { type: 'keyPressed'; leg: LegId; key: string };

export interface SwitchboardOptions {
  metronome: Metronome;
  /** Where recordings are written, `<recordingId>.wav`. */
  recordingsFolder: string;
  /** Where the prompts lie; ours, unless told otherwise. */
  promptsFolder?: string;
  now?: () => number;
  /** A recording could not be written, a listener threw. */
  onFault?: (error: unknown) => void;
}
