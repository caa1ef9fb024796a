import type { Metronome } from '../../carrier.ts';
import type { SoundEnd } from './sound-end.ts';

export interface WebRtcEndOptions {
  metronome: Metronome;
  /** One UDP port for all legs; without it each leg takes a free one. */
  udpPort?: number;
  bindAddress?: string;
  /** The address written into our candidates when the machine does not know it itself. */
  announcedAddress?: string;
  /** STUN and TURN servers we ask for our own address, as URLs. */
  iceServers?: readonly string[];
  now?: () => number;
  onFault?: (error: unknown) => void;
}

/**
 * `lost`: packets cannot be exchanged any more; a new offer of the phone may bring it back. ICE notices a phone that vanished
 * only after 30 seconds (RFC 7675); `quality().silentMs` shows it at once.
 */
export type SoundState = 'connecting' | 'connected' | 'lost' | 'closed';

/** The sound of a browser. */
export interface WebRtcEnd extends SoundEnd {
  /** Answers the phone's offer, the first and every later one. Throws when they have no sound in common. */
  describe(offer: string): Promise<string>;
  readonly state: SoundState;
  onState(listener: (state: SoundState) => void): void;
  close(): void;
}
