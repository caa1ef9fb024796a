import { isIP } from 'node:net';
import { CarrierRefusal } from '#core/chat/carrier.port.ts';

export interface MailNetOptions {
  /** The addresses of a name; none: nobody knows it. */
  resolve(name: string): Promise<string[]>;
  /** Which of them may be connected to. */
  allows(address: string): boolean;
  /** Certificates believed besides the usual ones, in PEM form. */
  ca?: string;
}

/** Where a mail server is: the address that was looked at, and the name its certificate must bear. */
export interface MailHost {
  host: string;
  servername?: string;
  tls: { ca?: string; servername?: string };
}

export type MailSide = 'imap' | 'smtp';

/** Finds mail servers that somebody named in a form, without letting them name ours: a name is resolved once, and exactly that address is connected to. */
export function openMailNet({ resolve, allows, ca }: MailNetOptions) {
  return async function find(side: MailSide, name: string): Promise<MailHost> {
    const isAddress = isIP(name) !== 0;
    const found = isAddress ? [name] : await resolve(name);
    if (found.length === 0) throw new CarrierRefusal(`${side}NameUnknown`, false);
    const host = found.find(allows);
    if (host === undefined) throw new CarrierRefusal('privateAddress', false);
    const bears = isAddress ? {} : { servername: name };
    return { host, ...bears, tls: { ...(ca === undefined ? {} : { ca }), ...bears } };
  };
}

export type MailNet = ReturnType<typeof openMailNet>;
