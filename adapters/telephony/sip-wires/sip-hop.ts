import { isIPv6 } from 'node:net';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';

/** Certificates that somebody trusts for one way; two ways with other ones share no connection. */
export interface TrustedRoots {
  /** The same for the same certificates. */
  key: string;
  pem: readonly string[];
}

/** Where a message goes or comes from: numbers only, and the name a certificate must bear. */
export interface SipHop {
  transport: SipTransport;
  address: string;
  port: number;
  /** As somebody called it who wrote it down. */
  host: string;
  /** For whom a connection there is opened, where somebody counts them. */
  owner?: string;
  /** Whose certificates count there besides the usual ones. */
  roots?: TrustedRoots | undefined;
}

/** Whether what goes to one hop goes over the connection to the other; those that were opened to us have no name. */
export const isSameWay = (one: SipHop, other: SipHop): boolean =>
  one.transport === other.transport &&
  one.address === other.address &&
  one.port === other.port &&
  (one.transport !== 'tls' ||
    one.host === '' ||
    other.host === '' ||
    (one.host === other.host && one.roots?.key === other.roots?.key));

/** As an address of SIP writes a host. */
export const uriHost = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

export const defaultPort = (transport: SipTransport): number => (transport === 'tls' ? 5_061 : 5_060);
