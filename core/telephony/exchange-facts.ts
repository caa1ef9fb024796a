/** What phones must be told to find the exchange. */
export interface ExchangeFacts {
  /** The SIP domain, also the realm of its passwords. */
  domain: string;
  /** This node's name; `asmIp`, `fsIp` and `cmsIp` on the wire carry it, never an address. */
  node: string;
  /** STUN and TURN servers for a browser; TURN credentials are made for `user` and run out, after a day unless told sooner. */
  iceServers(user: string, nowMs: number, lastsSec?: number): IceServer[];
  /** Who brings calls from and to outside, by the words trunks name them; without it the rehearsal alone. */
  carriers?(): readonly { name: string; isRehearsal: boolean }[];
  /** Recordings that an earlier run of this node left on disk, made playable; asked once, before the first call. */
  leftRecordings?(): Promise<LeftRecording[]>;
}

export interface LeftRecording {
  recordingId: string;
  path: string;
  durationMs: number;
}

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}
