import { isIP } from 'node:net';
import { CarrierRefusal } from '#core/chat/carrier.port.ts';
import type { MailNet } from './mail-net.ts';

export interface MailNetOptions {
  /** The addresses of a name; none: nobody knows it. */
  resolve(name: string): Promise<string[]>;
  /** Which of them may be connected to. */
  allows(address: string): boolean;
  /** Certificates believed besides the usual ones, in PEM form. */
  ca?: string;
}

export function openMailNet({ resolve, allows, ca }: MailNetOptions): MailNet {
  return async function find(side, name) {
    const isAddress = isIP(name) !== 0;
    const found = isAddress ? [name] : await resolve(name);
    if (found.length === 0) throw new CarrierRefusal(`${side}NameUnknown`, false);
    const host = found.find(allows);
    if (host === undefined) throw new CarrierRefusal('privateAddress', false);
    const bears = isAddress ? {} : { servername: name };
    return { host, ...bears, tls: { ...(ca === undefined ? {} : { ca }), ...bears } };
  };
}
