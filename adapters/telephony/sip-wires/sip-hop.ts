import { isIPv6 } from 'node:net';

export type SipTransport = 'udp' | 'tcp' | 'tls';

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
