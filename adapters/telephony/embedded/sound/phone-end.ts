import type { RtpPorts } from '../../rtp/rtp-ports.ts';
import type { SoundEnd } from './sound-end.ts';
import type { SoundState, WebRtcEndOptions } from './webrtc-end.ts';

export interface PhoneEndOptions extends WebRtcEndOptions {
  /** For phones that speak plain or secured RTP; without it they have no sound here. */
  rtp?: { ports: RtpPorts; announcedAddress: string };
}

/** The sound of one phone of ours. */
export interface PhoneEnd extends SoundEnd {
  /** Answers the phone's offer, the first and every later one. Throws when they have no sound in common. */
  describe(offer: string, rtpSource: string | null): Promise<string>;
  /** An offer of ours in mid-call, and what comes of the answer; browsers make their own. */
  offer(): string | null;
  agree(answer: string): boolean;
  onState(listener: (state: SoundState) => void): void;
  close(): void;
}
