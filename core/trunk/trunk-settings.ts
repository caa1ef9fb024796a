import type { CallWording } from './call-wording.ts';
import type { trunkCodecs, trunkSecurities, trunkTransports } from './trunk-words.ts';

export type SipTransport = (typeof trunkTransports)[number];
export type RtpCodec = (typeof trunkCodecs)[number];

/** A server of a carrier as somebody wrote it down. */
export interface NamedServer {
  host: string;
  port?: number;
  /** Without one the carrier's own records decide. */
  transport?: SipTransport;
}

/** One line to one carrier, as somebody entered it; its gateways may be other machines than its domain names. */
export interface TrunkSettings extends CallWording {
  /** Where it is reached, in the order to try; an outbound proxy is one. */
  gateways: readonly NamedServer[];
  account: { user: string; password: string; authUser?: string } | null;
  /** Null where the carrier knows us by our address. */
  register: { seconds: number } | null;
  /** Networks calls may come from besides the gateways' own addresses, and sound: `203.0.113.0/24`, `2001:db8::1`. */
  signallingFrom: readonly string[];
  mediaFrom: readonly string[];
  /** Hosts that mean this trunk in the address somebody calls, where several trunks share a carrier. */
  hosts: readonly string[];
  /** Certificates (PEM) of carriers that sign their own: trusted besides the usual ones when we connect by TLS. */
  roots: readonly string[];
  /** Either all calls are secured or none: carriers refuse what they do not expect. */
  security: (typeof trunkSecurities)[number];
  codecs: readonly RtpCodec[];
  sessionSec: number;
  callsAtOnce: number;
  callsPerSec: number;
  /** Between two questions whether a gateway lives; null asks none. */
  healthSec: number | null;
  /** Calls too large for a datagram go over a connection (RFC 3261, 18.1.1). */
  largeByTcp: boolean;
}
