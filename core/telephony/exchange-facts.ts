/** What phones must be told to find the exchange. */
export interface ExchangeFacts {
  /** The SIP domain, also the realm of its passwords. */
  domain: string;
  /** This node's name; `asmIp`, `fsIp` and `cmsIp` on the wire carry it, never an address. */
  node: string;
  /** STUN and TURN servers for a browser; TURN credentials are made for `user` and run out, after a day unless told sooner. */
  iceServers(user: string, nowMs: number, lastsSec?: number): IceServer[];
  /**
   * Where phones open their websockets, `wss://host:port`, where that is not the product itself; `ours` is the product as whoever asks
   * named it, in the same form.
   */
  phoneSockets?(ours: string): string;
  /** Who brings calls from and to outside, by the words trunks name them; without it the rehearsal alone. */
  carriers?(): readonly {
    name: string;
    isRehearsal: boolean;
    /** Only these tenants may have trunks to it; all without. */
    tenantIds?: readonly number[] | null;
  }[];
  /** How sound finds the way here; not of an exchange elsewhere. */
  sound?: SoundReach;
  /** How phones that are no browsers reach it, best first; without it by websocket alone. */
  phoneWays?(): readonly PhoneWay[];
  /** Recordings that an earlier run of this node left on disk, made playable; asked once, before the first call. */
  leftRecordings?(): Promise<LeftRecording[]>;
  /** Tells of recordings that ended while no process led their calls. */
  onLeftRecording?(listener: (left: LeftRecording) => void): void;
}

export interface SoundReach {
  udpPort: number;
  /** It is the same at every start, so that a firewall can know it. */
  isPortFixed: boolean;
  /** The address phones send sound to, where it is not this machine's own. */
  address: string | null;
  hasStun: boolean;
  hasTurn: boolean;
}

/** What to type into a desk phone. */
export interface PhoneWay {
  transport: 'tls' | 'tcp' | 'udp';
  host: string;
  port: number;
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
