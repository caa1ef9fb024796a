import { DEFAULT_CALLER_ID, type CallerIdRules, type NumberStyle } from './caller-id.ts';
import type { NamedServer } from './resolve.ts';
import type { RtpCodec } from '../rtp/sdp.ts';
import { SESSION_SEC } from './session-timer.ts';

/** One line to one carrier, as somebody entered it. */
export interface TrunkSettings {
  /** The carrier's name in addresses; gateways may be other machines. */
  domain: string;
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
  /** Either all calls are secured or none: carriers refuse what they do not expect. */
  security: 'none' | 'sdes';
  codecs: readonly RtpCodec[];
  callerId: CallerIdRules;
  calledNumber: NumberStyle;
  shownNumber: NumberStyle;
  /** Headers of every call, as some carriers ask: tokens, prefixes for billing. */
  headers: Readonly<Record<string, string>>;
  sessionSec: number;
  callsAtOnce: number;
  callsPerSec: number;
  /** Between two questions whether a gateway lives; null asks none. */
  healthSec: number | null;
  /** Calls too large for a datagram go over a connection (RFC 3261, 18.1.1). */
  largeByTcp: boolean;
}

/** What stands where nobody said otherwise. */
export const DEFAULT_TRUNK: Omit<TrunkSettings, 'domain' | 'gateways'> = {
  account: null,
  register: null,
  signallingFrom: [],
  mediaFrom: [],
  hosts: [],
  security: 'none',
  codecs: ['PCMU', 'PCMA'],
  callerId: DEFAULT_CALLER_ID,
  calledNumber: { form: 'plus' },
  shownNumber: { form: 'plus' },
  headers: {},
  sessionSec: SESSION_SEC,
  callsAtOnce: 100,
  callsPerSec: 20,
  healthSec: 60,
  largeByTcp: true,
};
