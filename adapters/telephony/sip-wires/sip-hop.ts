import { isIPv6 } from 'node:net';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';

/** Where a message goes or comes from: numbers only, and the name a certificate must bear. */
export interface SipHop {
  transport: SipTransport;
  address: string;
  port: number;
  /** As somebody called it who wrote it down. */
  host: string;
}

/** As an address of SIP writes a host. */
export const uriHost = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

export const defaultPort = (transport: SipTransport): number => (transport === 'tls' ? 5_061 : 5_060);
