import type { AudioRoom } from './audio-room.ts';
import type { Microphone } from './line-sound.ts';

export interface FeedWorld {
  media: Pick<MediaDevices, 'getUserMedia'>;
  room: AudioRoom;
  /** The device to use; null is the system's own choice. */
  deviceId(): string | null;
  /** 0 to 100. */
  volume(): number;
  /** The device in use was unplugged. */
  lost(name: string): void;
}

/** A microphone that survives its device. */
export interface MicrophoneFeed extends Microphone {
  /** The volume or the device to use is another one now. */
  volumeChanged(): void;
  deviceChanged(): Promise<void>;
  /** Devices came or went: one that was lost without any to take its place may be replaced now. */
  revive(): Promise<void>;
  /** What it hears, before the volume; null while the browser keeps the page silent. */
  analyser(): AnalyserNode | null;
}
