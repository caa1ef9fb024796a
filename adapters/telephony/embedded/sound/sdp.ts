import { isIP } from 'node:net';

/** The few things we read and change in session descriptions (RFC 8866, RFC 8829). */

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface OfferedSound {
  /** The offer as our WebRTC library shall see it: one audio section, PCMU and keys only, both directions. */
  sdp: string;
  pcmu: number;
  /** Null: the phone cannot send keys in its sound. */
  keys: number | null;
  direction: Direction;
  /** Changes when the phone begins anew (reload, other network): its ICE user and its certificate. */
  identity: string;
  /** All sections in order; those that are not our audio are refused in the answer. */
  sections: { line: string; mid: string | null }[];
  audioSection: number;
}

const LINE = '\r\n';
const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m;

/** Null when the offer has no sound that we speak. */
export function readOffer(sdp: string): OfferedSound | null {
  const [session = '', ...sections] = sdp.split(/^(?=m=)/m);
  const audioSection = sections.findIndex(
    (section) => /^m=audio [1-9]/.test(section) && formats(section).pcmu !== null,
  );
  const audio = sections[audioSection];
  if (audio === undefined) return null;
  const { pcmu, keys } = formats(audio);
  const kept = [pcmu, keys].filter((format) => format !== null).map(String);
  const mid = /^a=mid:(\S+)/m.exec(audio)?.[1];
  const direction = (DIRECTION.exec(audio)?.[1] ?? DIRECTION.exec(session)?.[1] ?? 'sendrecv') as Direction;
  const lines = audio
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^a=(extmap|ssrc|msid|rtcp-fb|sendrecv|sendonly|recvonly|inactive)/.test(line))
    .filter((line) => isKept(line, kept) && !isUseless(line))
    .map((line) => line.replace(/^(m=audio \d+ \S+) .*/, (_, start: string) => `${start} ${kept.join(' ')}`));
  const head = session
    .split(/\r?\n/)
    .filter((line) => line !== '' && !DIRECTION.test(line) && !line.startsWith('a=extmap'))
    .map((line) => (line.startsWith('a=group:BUNDLE') && mid !== undefined ? `a=group:BUNDLE ${mid}` : line));
  // To the end of the line and no further: a pattern that looks for its blanks takes seconds for a line full of them.
  const find = (name: string): string =>
    (new RegExp(`^a=${name}:(.*)$`, 'm').exec(audio) ??
      new RegExp(`^a=${name}:(.*)$`, 'm').exec(session))?.[1]?.trim() ?? '';
  return {
    sdp: [...head, ...lines, 'a=sendrecv', ''].join(LINE),
    pcmu: pcmu!,
    keys,
    direction,
    identity: `${find('ice-ufrag')} ${find('fingerprint')}`,
    sections: sections.map((section) => ({
      line: /^m=[^\r\n]*/.exec(section)![0],
      mid: /^a=mid:(\S+)/m.exec(section)?.[1] ?? null,
    })),
    audioSection,
  };
}

export interface AnswerWishes {
  version: number;
  ssrc: number;
  cname: string;
  announcedAddress?: string | undefined;
}

/** Our answer to `offer`, made from the library's own description. The same call answers holds and resumes. */
export function writeAnswer(local: string, offer: OfferedSound, wishes: AnswerWishes): string {
  const [session = '', audio = ''] = local.split(/^(?=m=)/m);
  const lines = audio
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^a=(ssrc|msid|ptime|sendrecv|sendonly|recvonly|inactive)/.test(line));
  const answered = [
    ...(wishes.announcedAddress === undefined ? lines : announce(lines, wishes.announcedAddress)),
    'a=ptime:20',
    `a=${reciprocal[offer.direction]}`,
    `a=msid:${wishes.cname} sound`,
    `a=ssrc:${wishes.ssrc} cname:${wishes.cname}`,
    `a=ssrc:${wishes.ssrc} msid:${wishes.cname} sound`,
  ];
  const head = session
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('a=msid-semantic'))
    .map((line) => line.replace(/^(o=\S+ \S+) \S+/, (_, start: string) => `${start} ${wishes.version}`));
  const sections = offer.sections.map((section, at) =>
    at === offer.audioSection ? answered.join(LINE) : refused(section),
  );
  return [...head, ...sections, ''].join(LINE);
}

/** Does the phone hear us, in this direction of its own? */
export const listens = (direction: Direction): boolean => direction === 'sendrecv' || direction === 'recvonly';

const reciprocal: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

const refused = (section: { line: string; mid: string | null }): string =>
  [
    section.line.replace(/^(m=\S+) \d+/, (_, start: string) => `${start} 0`),
    'c=IN IP4 0.0.0.0',
    ...(section.mid === null ? [] : [`a=mid:${section.mid}`]),
    'a=inactive',
  ].join(LINE);

function formats(audio: string): { pcmu: number | null; keys: number | null } {
  const listed = /^m=audio \d+ \S+ ([\d ]+)/m.exec(audio)?.[1]?.trim().split(/\s+/) ?? [];
  const named = (name: string): number | null => {
    for (const [, format, codec] of audio.matchAll(/^a=rtpmap:(\d+) (\S+)/gm))
      if (codec!.toLowerCase().startsWith(name) && listed.includes(format!)) return Number(format);
    return null;
  };
  return { pcmu: named('pcmu/8000') ?? (listed.includes('0') ? 0 : null), keys: named('telephone-event/8000') };
}

const isKept = (line: string, kept: readonly string[]): boolean => {
  const format = /^a=(?:rtpmap|fmtp):(\d+)/.exec(line)?.[1];
  return format === undefined || kept.includes(format);
};

/** Addresses nobody here can use: TCP, and names, which browsers give for their own network alone (mDNS). Nobody makes us look one up. */
function isUseless(line: string): boolean {
  if (!line.startsWith('a=candidate:')) return false;
  const [, , transport = '', , address = ''] = line.split(' ', 5);
  return transport.toLowerCase() !== 'udp' || isIP(address) === 0;
}

/** One candidate, at the address the world knows us by. */
function announce(lines: readonly string[], address: string): string[] {
  const wantsSix = address.includes(':');
  const hosts = lines.filter((line) => / typ host/.test(line) && (line.split(' ')[4] ?? '').includes(':') === wantsSix);
  const host = hosts[0] ?? lines.find((line) => / typ host/.test(line));
  const candidate = host?.replace(/^(a=candidate:\S+ \S+ \S+ \S+) \S+/, (_, start: string) => `${start} ${address}`);
  return [
    ...lines.filter((line) => !line.startsWith('a=candidate:') && line !== 'a=end-of-candidates'),
    ...(candidate === undefined ? [] : [candidate, 'a=end-of-candidates']),
  ];
}
