import type { FloodLimits } from '../../sip-wires/flood-guard.ts';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import type { TlsIdentity } from '../../sip-wires/wires.ts';

export interface PhoneWiresOptions {
  /** Where we listen, and the address phones are told: behind a router the two differ. */
  bindAddress: string;
  announcedAddress: string;
  /** A port each; 0 takes a free one, none leaves the transport out. */
  udpPort?: number;
  tcpPort?: number;
  tls?: TlsIdentity;
  limits?: Partial<FloodLimits>;
}

export interface PhoneWires {
  readonly ports: Readonly<Partial<Record<SipTransport, number>>>;
  counts(): PhoneWireCounts;
  stop(): Promise<void>;
}

export interface PhoneWireCounts {
  /** Ways of phones now, proven or not. */
  flows: number;
  /** Since the start: requests of strangers that got no answer, and what was not even read. */
  strangers: number;
  dropped: number;
  /** Messages sent again because no answer came. */
  repeated: number;
}
