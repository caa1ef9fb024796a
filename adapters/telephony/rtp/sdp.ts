import { isIP, isIPv6 } from 'node:net';
import type { Direction } from '../embedded/sound/sdp.ts';
import type { RtpCodec } from '#core/trunk/trunk-settings.ts';
import { MASTER_BYTES, type SrtpSuite } from './srtp.ts';

/** Session descriptions (RFC 8866, RFC 3264) as carriers and phones write them: one line of sound, everything else refused. */

export const PAYLOAD_OF: Readonly<Record<RtpCodec, number>> = { PCMU: 0, PCMA: 8 };
export const KEY_PAYLOAD = 101;

/** A key for one direction of the sound (RFC 4568). */
export interface SdesKey {
  tag: string;
  suite: SrtpSuite;
  key: Buffer;
}

/** What a description says about its sound. */
export interface DescribedSound {
  address: string;
  port: number;
  reportPort: number;
  /** Reports share the port of the sound. */
  isMuxed: boolean;
  isSecure: boolean;
  profile: string;
  /** Those we speak, in their order. */
  codecs: RtpCodec[];
  keyPayload: number | null;
  packetMs: number;
  direction: Direction;
  keys: SdesKey[];
  /** Every `m=` line, so that the answer has as many. */
  lines: string[];
  soundLine: number;
}

const LINE = '\r\n';
const SUITES: readonly string[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];
const DEFAULT_PACKET_MS = 20;
const MOST_LINES = 20;
const SOUND_LINE = /^m=audio ([1-9]\d{0,4})(?:\/\d+)? (RTP\/S?AVPF?|UDP\/TLS\/RTP\/SAVPF?) ([\d ]+)$/;
const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m;

/** Null when there is nothing in it that we could speak over. */
export function readDescription(text: string): DescribedSound | null {
  const [session = '', ...sections] = text.replaceAll(LINE, '\n').split(/\n(?=m=)/);
  const lines = sections.map((section) => section.split('\n', 1)[0]!.trim());
  const soundLine = lines.findIndex((line) => SOUND_LINE.test(line));
  if (soundLine < 0 || lines.length > MOST_LINES) return null;
  const section = sections[soundLine]!;
  const [, port, profile, list] = SOUND_LINE.exec(lines[soundLine]!)!;
  const payloads = list!.trim().split(/ +/).map(Number);
  const codecs = payloads.flatMap((payload): RtpCodec[] => (payload === 0 ? ['PCMU'] : payload === 8 ? ['PCMA'] : []));
  const address = addressIn(section) ?? addressIn(session);
  if (codecs.length === 0 || address === null || Number(port) > 65_535) return null;
  const isMuxed = /^a=rtcp-mux\s*$/m.test(section);
  const keyPayload = Number(/^a=rtpmap:(\d{1,3}) telephone-event\/8000\s*$/im.exec(section)?.[1] ?? Number.NaN);
  return {
    address,
    port: Number(port),
    reportPort: isMuxed ? Number(port) : reportPortIn(section, Number(port)),
    isMuxed,
    isSecure: profile!.includes('SAVP'),
    profile: profile!,
    codecs,
    keyPayload: payloads.includes(keyPayload) ? keyPayload : null,
    packetMs: packetMsOf(section),
    // Nobody to send to is a hold, as RFC 2543 had it.
    direction: isNowhere(address)
      ? 'inactive'
      : ((DIRECTION.exec(section)?.[1] ?? DIRECTION.exec(session)?.[1] ?? 'sendrecv') as Direction),
    keys: keysIn(section),
    lines,
    soundLine,
  };
}

export interface OurDescription {
  address: string;
  port: number;
  id: number;
  version: number;
  codecs: readonly RtpCodec[];
  keyPayload: number | null;
  packetMs: number;
  direction: Direction;
  keys: readonly SdesKey[];
}

/** An offer, or with `offer` the answer to it: as many lines, the same profile. */
export function writeDescription(ours: OurDescription, offer: DescribedSound | null = null): string {
  const { address, codecs, keyPayload, keys } = ours;
  const payloads = [...codecs.map((codec) => PAYLOAD_OF[codec]), ...(keyPayload === null ? [] : [keyPayload])];
  const profile = offer?.profile ?? (keys.length > 0 ? 'RTP/SAVP' : 'RTP/AVP');
  const sound = [
    `m=audio ${ours.port} ${profile} ${payloads.join(' ')}`,
    ...codecs.map((codec) => `a=rtpmap:${PAYLOAD_OF[codec]} ${codec}/8000`),
    ...(keyPayload === null ? [] : [`a=rtpmap:${keyPayload} telephone-event/8000`, `a=fmtp:${keyPayload} 0-15`]),
    ...keys.map(({ tag, suite, key }) => `a=crypto:${tag} ${suite} inline:${key.toString('base64')}`),
    ...(offer?.isMuxed ? ['a=rtcp-mux'] : []),
    `a=ptime:${ours.packetMs}`,
    `a=${ours.direction}`,
  ];
  const lines = offer
    ? offer.lines.flatMap((line, at) => (at === offer.soundLine ? sound : [line.replace(/^m=(\S+) \S+/, 'm=$1 0')]))
    : sound;
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  return [
    'v=0',
    `o=- ${ours.id} ${ours.version} IN ${family} ${address}`,
    's=-',
    `c=IN ${family} ${address}`,
    't=0 0',
    ...lines,
    '',
  ].join(LINE);
}

/** What we answer to their direction. */
export const answerDirection: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** They stopped listening to us. */
export const isHolding = (direction: Direction): boolean => direction === 'sendonly' || direction === 'inactive';

/** The description of a body that has other parts too (locations, the signalling of other networks). */
export function descriptionIn(body: string, contentType: string | undefined): string {
  if (!contentType?.toLowerCase().startsWith('multipart/')) return body;
  const part =
    body.split(/^--[^\r\n]*\r?\n/m).find((one) => /^content-type\s*:\s*application\/sdp\b/im.test(one)) ?? '';
  const start = /\r?\n\r?\n/.exec(part);
  return start ? part.slice(start.index + start[0].length) : '';
}

/** No address of anybody: a hold. */
export const isNowhere = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** An address and no name: names would be asked for with every packet. */
function addressIn(part: string): string | null {
  const address = /^c=IN IP[46] ([0-9A-Fa-f.:]{2,45})(?:\/\d+)?\s*$/m.exec(part)?.[1] ?? '';
  return isIP(address) ? address : null;
}

/** The next one behind the sound's, unless another is named; the sound's own where that is none. */
function reportPortIn(section: string, port: number): number {
  const reportPort = Number(/^a=rtcp:(\d{1,5})/m.exec(section)?.[1] ?? port + 1);
  return reportPort >= 1 && reportPort <= 65_535 ? reportPort : port;
}

/** The length of packets they want, where it is one that telephones use. */
function packetMsOf(section: string): number {
  const ptime = Number(/^a=ptime:(\d{1,3})/m.exec(section)?.[1] ?? DEFAULT_PACKET_MS);
  const most = Number(/^a=maxptime:(\d{1,3})/m.exec(section)?.[1] ?? 60);
  const wanted = Math.min(ptime, Math.floor(most / 10) * 10);
  return wanted >= 10 && wanted <= 60 && wanted % 10 === 0 ? wanted : DEFAULT_PACKET_MS;
}

/** Keys with a key identifier or other habits of their own are passed over: packets would look different. */
function keysIn(section: string): SdesKey[] {
  const found = section.matchAll(/^a=crypto:(\d{1,9}) (\S+) inline:([A-Za-z0-9+/=]+)((?:\|\S*)?)[ \t]*(.*)$/gm);
  return [...found]
    .filter(([, , suite, , more, parameters]) => SUITES.includes(suite!) && !more!.includes(':') && !parameters!.trim())
    .map(([, tag, suite, key]) => ({ tag: tag!, suite: suite as SrtpSuite, key: Buffer.from(key!, 'base64') }))
    .filter(({ key }) => key.length === MASTER_BYTES);
}
