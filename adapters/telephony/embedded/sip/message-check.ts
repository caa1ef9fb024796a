import type { IncomingRequestMessage, IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import type { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import { isToken } from '#core/telephony/header-text.ts';
import { ReadRequest, ReadResponse } from './read-messages.ts';
import { answerTo, type RequestEcho } from './sip-answer.ts';
import {
  ALLOW,
  MAX_BODY_CHARS,
  MAX_FORWARDS,
  MAX_HEADERS,
  MAX_LINE_CHARS,
  MAX_MESSAGE_CHARS,
  MAX_SEQUENCE,
} from './sip-constants.ts';
import { readNameAddr, readPairs, readUri, splitList } from './sip-text.ts';

/** What came over a websocket. `refused` carries the answer to send; `ignored` deserves none. */
export type Read =
  | { kind: 'keepAlive' }
  | { kind: 'ignored'; why: string }
  | { kind: 'refused'; status: number; why: string; answer: string }
  | { kind: 'request'; message: IncomingRequestMessage; asked: RequestEcho }
  | { kind: 'response'; message: IncomingResponseMessage };

const KNOWN_METHODS = new Set([
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'OPTIONS',
  'INFO',
  'REFER',
  'REGISTER',
  'MESSAGE',
  'SUBSCRIBE',
  'NOTIFY',
  'PUBLISH',
  'UPDATE',
  'PRACK',
]);
const SHORT_NAMES = new Map(
  Object.entries({
    v: 'via',
    f: 'from',
    t: 'to',
    i: 'call-id',
    m: 'contact',
    c: 'content-type',
    l: 'content-length',
    r: 'refer-to',
    b: 'referred-by',
    k: 'supported',
    e: 'content-encoding',
    s: 'subject',
    o: 'event',
    x: 'session-expires',
  }),
);
/** Twice one of these and two readers would disagree about the message. */
const ONCE = [
  'from',
  'to',
  'call-id',
  'cseq',
  'max-forwards',
  'content-length',
  'content-type',
  'content-disposition',
  'expires',
  'refer-to',
];
/** Filled in below. */
const TAKEN_APART = new Set(['contact', 'record-route']);
/** No phone may ask us for a password, and the library would read these with its slow grammar. */
const CHALLENGES = new Set(['www-authenticate', 'proxy-authenticate']);
const CALL_ID = /^[^\s@<>,;"\\()[\]{}\u007f]+(?:@[^\s@<>,;"\\()[\]{}\u007f]+)?$/;
const BRANCH = /^z9hG4bK[A-Za-z0-9\-.!%*_+`'~]{1,200}$/;
const MAX_ID_CHARS = 256;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

class Unfit extends Error {
  readonly status: number | null;
  constructor(status: number | null, why: string) {
    super(why);
    this.status = status;
  }
}

/** A carrier may ask for a password and name people by telephone number alone; a phone of ours may not. */
export type SipSpeaker = 'phone' | 'carrier';

/** Reads one message, whatever it is; never throws. Everything behind this line may trust its shape. */
export function readMessage(text: string, speaker: SipSpeaker = 'phone'): Read {
  if (/^(?:\r\n)+$/.test(text)) return { kind: 'keepAlive' };
  if (text.length > MAX_MESSAGE_CHARS) return { kind: 'ignored', why: 'too long' };
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return { kind: 'ignored', why: 'no end of headers' };
  const lines = text.slice(0, headEnd).split('\r\n', MAX_HEADERS * 2 + 2);
  const first = lines[0]!;
  if (first.length > MAX_LINE_CHARS) return { kind: 'ignored', why: 'line too long' };
  const headers = readHeaders(lines);
  if (typeof headers === 'string') return { kind: 'ignored', why: headers };
  const body = text.slice(headEnd + 4);
  if (first.startsWith('SIP/')) return readResponse(first, headers, body, speaker);
  const asked = askedOf(headers);
  try {
    return { kind: 'request', message: readRequest(first, headers, body, speaker), asked: asked! };
  } catch (problem) {
    if (!(problem instanceof Unfit)) return { kind: 'ignored', why: 'unreadable' };
    const isAck = first.startsWith('ACK ');
    if (problem.status === null || !asked || isAck) return { kind: 'ignored', why: problem.message };
    const extra = problem.status === 405 ? [ALLOW] : [];
    return {
      kind: 'refused',
      status: problem.status,
      why: problem.message,
      answer: answerTo(asked, problem.status, { headers: extra }),
    };
  }
}

type Headers = Map<string, string[]>;

/** By full name in lower case, continued lines joined; a word of complaint when they cannot be read. */
function readHeaders(lines: readonly string[]): Headers | string {
  if (lines.length - 1 > MAX_HEADERS) return 'too many headers';
  const headers: Headers = new Map();
  let last: string[] | undefined;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.length > MAX_LINE_CHARS) return 'line too long';
    if (CONTROL.test(line)) return 'control letters';
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (!last) return 'continues nothing';
      last[last.length - 1] = `${last.at(-1)} ${line.trim()}`.trim();
      if (last.at(-1)!.length > MAX_LINE_CHARS) return 'line too long';
      continue;
    }
    const colon = line.indexOf(':');
    const full = colon < 1 ? null : fullName(line.slice(0, colon));
    if (full === null) return 'header without name';
    last = headers.get(full);
    if (!last) headers.set(full, (last = []));
    last.push(line.slice(colon + 1).trim());
  }
  return headers;
}

/** As phones write them; there are few, and any may be sent: no more are remembered. */
const NAMES_MOST = 200;
const namesRead = new Map<string, string>();

/** In lower case; null for what is no name. */
function fullName(written: string): string | null {
  const known = namesRead.get(written);
  if (known !== undefined) return known;
  const name = written.trimEnd().toLowerCase();
  if (!isToken(name)) return null;
  const full = SHORT_NAMES.get(name) ?? name;
  if (namesRead.size < NAMES_MOST) namesRead.set(written, full);
  return full;
}

function askedOf(headers: Headers): RequestEcho | null {
  const [via, from, to, callId, cseq] = ['via', 'from', 'to', 'call-id', 'cseq'].map((name) => headers.get(name));
  return via && from?.[0] && to?.[0] && callId?.[0] && cseq?.[0]
    ? { via, from: from[0], to: to[0], callId: callId[0], cseq: cseq[0] }
    : null;
}

function readRequest(first: string, headers: Headers, body: string, speaker: SipSpeaker): IncomingRequestMessage {
  const [method, target, version, ...rest] = first.split(' ');
  if (!method || !target || !version || rest.length || !isToken(method)) throw new Unfit(400, 'request line');
  if (!/^SIP\/\d+\.\d+$/i.test(version)) throw new Unfit(400, 'request line');
  if (version.toUpperCase() !== 'SIP/2.0') throw new Unfit(505, 'version');
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(target)) throw new Unfit(400, 'request address');
  const ruri = readUri(target);
  if (!ruri) throw new Unfit(/^sips?:/i.test(target) ? 400 : 416, 'request address');
  if (Object.keys(ruri.headers).length) throw new Unfit(400, 'headers in the request address');
  const message = new ReadRequest();
  message.method = method;
  message.ruri = ruri;
  fill(message, headers, body, method, speaker);
  if (!KNOWN_METHODS.has(method)) throw new Unfit(405, 'method');
  const hops = headers.get('max-forwards')?.[0];
  if (hops !== undefined && (!/^\d{1,10}$/.test(hops) || Number(hops) > MAX_FORWARDS))
    throw new Unfit(400, 'max forwards');
  const expires = headers.get('expires')?.[0];
  if (method === 'REGISTER' && expires !== undefined && !/^\d{1,10}$/.test(expires)) throw new Unfit(400, 'expires');
  return message;
}

function readResponse(first: string, headers: Headers, body: string, speaker: SipSpeaker): Read {
  const line = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/.exec(first);
  if (!line) return { kind: 'ignored', why: 'status line' };
  const message = new ReadResponse();
  message.statusCode = Number(line[1]);
  message.reasonPhrase = line[2] ?? '';
  try {
    if (!askedOf(headers) || headers.get('via')!.length > 1) throw new Unfit(null, 'headers of the answer');
    fill(message, headers, body, null, speaker);
  } catch (problem) {
    return { kind: 'ignored', why: problem instanceof Unfit ? problem.message : 'unreadable' };
  }
  return { kind: 'response', message };
}

/** Gives the library what its own parser would have given it. */
function fill(
  message: IncomingRequestMessage | IncomingResponseMessage,
  headers: Headers,
  body: string,
  method: string | null,
  speaker: SipSpeaker,
): void {
  for (const name of ONCE) if ((headers.get(name)?.length ?? 0) > 1) throw new Unfit(400, `${name} twice`);
  for (const [name, values] of headers)
    if (!TAKEN_APART.has(name) && (speaker === 'carrier' || !CHALLENGES.has(name)))
      for (const value of values) message.addHeader(name, value);
  // The library takes each for one address of the way.
  for (const line of headers.get('record-route') ?? [])
    for (const hop of splitList(line) ?? fail('record-route')) message.addHeader('record-route', hop);

  const cseq = /^(\d{1,10})[ \t]+(\S+)$/.exec(headers.get('cseq')?.[0] ?? '');
  if (!cseq || Number(cseq[1]) > MAX_SEQUENCE || (method ?? cseq[2]) !== cseq[2]) throw new Unfit(400, 'sequence');
  message.cseq = Number(cseq[1]);
  message.method = cseq[2]!;

  const callId = headers.get('call-id')?.[0] ?? '';
  if (!CALL_ID.test(callId) || callId.length > MAX_ID_CHARS) throw new Unfit(400, 'call id');
  message.callId = callId;

  message.from = party(message, headers, 'from', speaker);
  message.fromTag = tagOf(message.from) ?? fail('from without tag');
  message.to = party(message, headers, 'to', speaker);
  message.toTag = tagOf(message.to) as string;

  const via = headers.get('via')?.[0];
  const topVia = via === undefined ? null : splitList(via)?.[0];
  const parts = topVia ? /^SIP\s*\/\s*2\.0\s*\/\s*[A-Za-z]+[ \t]+([^;\s]+)\s*(?:;(.*))?$/i.exec(topVia) : null;
  const branch = parts?.[2] === undefined ? null : readPairs(parts[2], ';')?.['branch'];
  if (!parts || !branch || !BRANCH.test(branch)) throw new Unfit(400, 'via');
  message.viaBranch = branch;
  message.via = { host: parts[1]!, port: 0 };

  fillContacts(message, headers.get('contact'), method);
  fillBody(message, headers, body);
}

const fail = (why: string): never => {
  throw new Unfit(400, why);
};

function party(
  message: IncomingRequestMessage | IncomingResponseMessage,
  headers: Headers,
  name: 'from' | 'to',
  speaker: SipSpeaker,
): NameAddrHeader {
  const raw = headers.get(name)?.[0];
  const parsed = raw === undefined ? null : readNameAddr(speaker === 'carrier' ? withSipAddress(raw) : raw);
  if (!parsed) throw new Unfit(400, name);
  message.headers[name === 'from' ? 'From' : 'To']![0]!.parsed = parsed;
  return parsed;
}

/** A number alone (RFC 3966) as the address it would be; the library knows no other kind. */
const withSipAddress = (text: string): string =>
  text.replace(/^([^<]*<)?tel:(\+?[0-9A-Fa-f*#().-]{1,64})(?:;[^>\s]*(?=>))?/i, '$1sip:$2@tel.invalid');

function tagOf(header: NameAddrHeader): string | undefined {
  if (!header.hasParam('tag')) return undefined;
  const tag = header.getParam('tag');
  if (!tag || !isToken(tag) || tag.length > MAX_ID_CHARS) throw new Unfit(400, 'tag');
  return tag;
}

function fillContacts(
  message: IncomingRequestMessage | IncomingResponseMessage,
  contacts: string[] | undefined,
  method: string | null,
): void {
  if (!contacts) {
    if (method === 'INVITE') throw new Unfit(400, 'no contact');
    return;
  }
  const all = contacts.flatMap((line) => splitList(line) ?? fail('contact'));
  if (method === 'INVITE' && all.length !== 1) throw new Unfit(400, 'contact');
  for (const [index, raw] of all.entries()) {
    const parsed = raw === '*' && method === 'REGISTER' && all.length === 1 ? '*' : readNameAddr(raw);
    if (!parsed) throw new Unfit(400, 'contact');
    message.addHeader('contact', raw);
    message.headers['Contact']![index]!.parsed = parsed;
  }
}

function fillBody(message: IncomingRequestMessage | IncomingResponseMessage, headers: Headers, body: string): void {
  const length = headers.get('content-length')?.[0];
  if (length !== undefined && !/^\d{1,6}$/.test(length)) throw new Unfit(400, 'content length');
  message.body = body;
  if (length !== undefined) {
    const bytes = Buffer.byteLength(body);
    if (Number(length) > bytes) throw new Unfit(400, 'content length');
    // RFC 3261, 18.3: what comes after the body is not part of the message.
    if (Number(length) < bytes) message.body = Buffer.from(body).subarray(0, Number(length)).toString();
  }
  if (message.body.length > MAX_BODY_CHARS) throw new Unfit(413, 'body');
  const type = headers.get('content-type')?.[0];
  if (type === undefined) {
    if (message.body) throw new Unfit(400, 'body without type');
    return;
  }
  const media = /^([A-Za-z0-9!#$&^_.+-]+)\s*\/\s*([A-Za-z0-9!#$&^_.+-]+)\s*(?:;.*)?$/.exec(type);
  if (!media) throw new Unfit(400, 'content type');
  message.headers['Content-Type']![0]!.parsed = `${media[1]}/${media[2]}`.toLowerCase();
  const disposition = headers.get('content-disposition')?.[0];
  if (disposition !== undefined)
    message.headers['Content-Disposition']![0]!.parsed = { type: disposition.split(';', 1)[0]!.trim().toLowerCase() };
}
