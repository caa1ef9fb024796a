import { isIP } from 'node:net';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535).optional();
const address = z.union([z.ipv4(), z.ipv6()]).optional();
const file = z.string().min(1).optional();

/** Ports of SIP's own for desk phones and softphones of others; all off until one is given. */
export const phonePortSettings = {
  SIP_PHONE_UDP_PORT: port,
  SIP_PHONE_TCP_PORT: port,
  SIP_PHONE_TLS_PORT: port,
  /** Listens at this address only; else where sound does. */
  SIP_PHONE_BIND: address,
  /** The address phones are told, where it is not the one we listen at (behind a NAT); else MEDIA_ADDRESS. */
  SIP_PHONE_ADDRESS: address,
  /** What people type into a phone: a name that leads here and that the certificate bears; else the address. */
  SIP_PHONE_HOST: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'must be a host name or an address')
    .transform((text) => text.toLowerCase())
    .optional(),
  /** Of the TLS port; else TLS_CERT and TLS_KEY. */
  SIP_PHONE_TLS_CERT: file,
  SIP_PHONE_TLS_KEY: file,
  /** Ports for the sound of such phones, `20000-20999`; else any free ones. */
  SIP_PHONE_RTP_PORTS: z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/, 'must be a range like 20000-20999')
    .transform((text) => text.split('-').map(Number))
    .refine(([first = 0, last = 0]) => first < last && last <= 65_535, 'must be a range like 20000-20999')
    .optional(),
};

const Shape = z.object(phonePortSettings);

/** How phones that are no browsers reach the exchange. */
export interface PhonePorts {
  udpPort: number | null;
  tcpPort: number | null;
  tls: { port: number; cert: string; key: string } | null;
  bindAddress: string;
  announcedAddress: string;
  /** As people type it. */
  host: string;
  rtpPorts: { first: number; last: number } | null;
}

interface Around {
  mediaBind: string | null;
  mediaAddress: string | null;
  tls: { cert: string; key: string } | null;
}

/** Null while no port is given; a sentence where the settings do not fit together. */
export function readPhonePorts(s: z.output<typeof Shape>, around: Around): PhonePorts | string | null {
  if ([s.SIP_PHONE_UDP_PORT, s.SIP_PHONE_TCP_PORT, s.SIP_PHONE_TLS_PORT].every((given) => given === undefined))
    return null;
  const bindAddress = s.SIP_PHONE_BIND ?? around.mediaBind ?? '0.0.0.0';
  const isAny = bindAddress === '0.0.0.0' || bindAddress === '::';
  const announced = s.SIP_PHONE_ADDRESS ?? around.mediaAddress ?? (isAny ? undefined : bindAddress);
  if (announced === undefined)
    return 'Settings SIP_PHONE_*_PORT need SIP_PHONE_ADDRESS: phones must be told where to send their sound.';
  if (Boolean(s.SIP_PHONE_TLS_CERT) !== Boolean(s.SIP_PHONE_TLS_KEY))
    return 'Settings SIP_PHONE_TLS_CERT and SIP_PHONE_TLS_KEY belong together: give both or none.';
  const identity =
    s.SIP_PHONE_TLS_CERT && s.SIP_PHONE_TLS_KEY ? { cert: s.SIP_PHONE_TLS_CERT, key: s.SIP_PHONE_TLS_KEY } : around.tls;
  if (s.SIP_PHONE_TLS_PORT !== undefined && !identity)
    return 'Setting SIP_PHONE_TLS_PORT needs SIP_PHONE_TLS_CERT and SIP_PHONE_TLS_KEY, or TLS_CERT and TLS_KEY.';
  const [first, last] = s.SIP_PHONE_RTP_PORTS ?? [];
  return {
    udpPort: s.SIP_PHONE_UDP_PORT ?? null,
    tcpPort: s.SIP_PHONE_TCP_PORT ?? null,
    tls: s.SIP_PHONE_TLS_PORT === undefined || !identity ? null : { port: s.SIP_PHONE_TLS_PORT, ...identity },
    bindAddress,
    announcedAddress: announced,
    host: s.SIP_PHONE_HOST ?? announced,
    rtpPorts: first === undefined || last === undefined ? null : { first, last },
  };
}

/** What phones may write where they mean our domain. */
export const aliasesOf = ({ host, announcedAddress }: PhonePorts): string[] =>
  [host, announcedAddress].map((name) => (isIP(name) === 6 ? `[${name}]` : name));
