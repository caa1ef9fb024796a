import type { LegId, MediaQuality, MonitorMode, PcmStream } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';

/**
 * Who hears what. Two bridged legs are forwarded packet by packet; only where sounds must be added (monitoring,
 * barging, recording's two sides) is anything decoded, at the metronome's pace.
 */
export interface Switchboard {
  add(leg: LegId, end: SoundEnd): void;
  /** Takes the leg out of everything it was in; its recording ends. */
  remove(leg: LegId): void;
  bridge(a: LegId, b: LegId): void;
  separate(leg: LegId): void;
  hold(leg: LegId, music: Sound): void;
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

/** Where the sound of a leg comes in and goes out: a browser over WebRTC, or a carrier. */
export interface SoundEnd {
  /** Set by the switchboard. */
  heard: { packet(packet: AudioPacket): void; key(key: string): void };
  /** Forwards a packet as it came; the end keeps its own sequence and rebases the timestamp. */
  forward(packet: AudioPacket): void;
  /** 160 bytes of PCMU, the next 20 ms of a sound we make. */
  send(frame: Uint8Array): void;
  sendKey(key: string, durationMs: number): void;
  quality(): MediaQuality;
}

export interface AudioPacket {
  /** PCMU, usually 160 bytes. */
  payload: Uint8Array;
  /** RTP timestamp at its source. */
  timestamp: number;
  sequence: number;
  marker: boolean;
}
