import type { MediaQuality } from '#core/telephony/telephony.port.ts';

/** Where the sound of a leg comes in and goes out: a browser over WebRTC, or a carrier. */
export interface SoundEnd {
  /** Set by the switchboard. */
  listener: { packet(packet: AudioPacket): void; key(key: string): void };
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
  /** The RTP packet it came in, where it has no more than the usual head: whoever forwards it at once may write another over that. */
  whole?: Buffer | undefined;
  /** Who counts so (`newSource`): numbers of two sources have nothing to do with each other. */
  source: number;
}
