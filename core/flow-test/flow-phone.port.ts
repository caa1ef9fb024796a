/** The telephone of a voice test: it registers, is called by the flow, and tells how loud the flow is. */
export interface FlowPhone {
  /** Asks for the microphone; once it was given it stays until `close`. */
  openMicrophone(): Promise<'open' | 'refused' | 'missing'>;
  register(account: FlowPhoneAccount): void;
  answer(): void;
  hangUp(): void;
  pressKeys(keys: string): void;
  /** Strengths of what is heard, 0 to 255 by frequency; empty while nothing is. */
  spectrum(): Uint8Array;
  /** Ends everything without any further event. */
  close(): void;
  onEvent(listener: (event: FlowPhoneEvent) => void): () => void;
}

/** What such a phone is made with. */
export interface FlowPhoneAccount {
  url: string;
  domain: string;
  number: string;
  ha1: string;
  iceServers: readonly { urls: readonly string[]; username?: string | undefined; credential?: string | undefined }[];
  /** Its sounds: the last part names the ringtone (`shared/codes/ringtone.ts`), which is made here and not fetched. */
  audioDirectory: string;
}

/** `failed`: what went wrong, for those who can read it. A connection that is gone is told as `WebSocket closed`. */
export type FlowPhoneEvent =
  | { type: 'registered' }
  | { type: 'incoming' }
  | { type: 'answered' }
  | { type: 'ended' }
  | { type: 'failed'; text: string };
