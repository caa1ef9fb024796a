/** What a page calls with, once. */
export interface VisitorPass {
  guest: string;
  ha1: string;
  domain: string;
  /** Websocket of the exchange. */
  url: string;
  to: string;
  ice_servers: readonly { urls: readonly string[]; username?: string | undefined; credential?: string | undefined }[];
}

/** The telephone in the page of a visitor: one microphone, one call at a time. Nothing of it throws. */
export interface VisitorPhone {
  /** `refused`: the visitor or the site does not allow it. */
  openMicrophone(): Promise<'open' | 'refused' | 'missing'>;
  /** What comes of it, also a failure, is told; nothing follows `ended`. */
  call(pass: VisitorPass): void;
  mute(on: boolean): void;
  /** Ends the call in whatever state it is, and lets go of the microphone. */
  hangUp(): void;
  /** The answer stops it. */
  onEvent(listener: (event: VisitorPhoneEvent) => void): () => void;
}

export type VisitorPhoneEvent =
  | { type: 'answered' }
  /** Nothing is heard of the other side for a while; then it is again. */
  | { type: 'soundLost' | 'soundBack' }
  /** `status` is the SIP status that ended it before the answer, or null; `lost`: the connection went. */
  | { type: 'ended'; by: 'us' | 'them' | 'lost'; status: number | null }
  /** How loud the microphone is, ten times a second: 0 to 20. */
  | { type: 'level'; bars: number };
