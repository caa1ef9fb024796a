import { describe, expect, test } from 'vitest';
import { answerDirection, descriptionIn, isHolding, readDescription, writeDescription } from './sdp.ts';

const description = (...sound: string[]): string =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.5', 's=-', 'c=IN IP4 192.0.2.5', 't=0 0', ...sound, ''].join('\r\n');
const plain = description(
  'm=audio 4000 RTP/AVP 8 0 101',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
);
const KEY = Buffer.alloc(30, 7).toString('base64');
const ours = {
  address: '198.51.100.7',
  port: 5004,
  id: 9,
  version: 2,
  codecs: ['PCMU', 'PCMA'] as const,
  keyPayload: 101,
  packetMs: 20,
  direction: 'sendrecv' as const,
  keys: [],
};

test('the sound of an ordinary offer', () => {
  expect(readDescription(plain)).toMatchObject({
    address: '192.0.2.5',
    port: 4_000,
    reportPort: 4_001,
    isMuxed: false,
    isSecure: false,
    codecs: ['PCMA', 'PCMU'],
    keyPayload: 101,
    packetMs: 20,
    direction: 'sendrecv',
  });
});

describe('what carriers write differently', () => {
  test.each([
    ['lines end without a return', plain.replaceAll('\r\n', '\n'), { port: 4_000, keyPayload: 101 }],
    ['an address of its own', description('m=audio 4000 RTP/AVP 0', 'c=IN IP4 192.0.2.9'), { address: '192.0.2.9' }],
    ['IPv6', description('m=audio 4000 RTP/AVP 0', 'c=IN IP6 2001:db8::9'), { address: '2001:db8::9' }],
    ['reports elsewhere', description('m=audio 4000 RTP/AVP 0', 'a=rtcp:4711'), { reportPort: 4_711 }],
    ['reports at no port', description('m=audio 4000 RTP/AVP 0', 'a=rtcp:0'), { reportPort: 4_000 }],
    ['reports beyond all ports', description('m=audio 4000 RTP/AVP 0', 'a=rtcp:99999'), { reportPort: 4_000 }],
    ['the last port there is', description('m=audio 65535 RTP/AVP 0'), { port: 65_535, reportPort: 65_535 }],
    ['reports on the same port', description('m=audio 4000 RTP/AVP 0', 'a=rtcp-mux'), { reportPort: 4_000 }],
    ['30 ms', description('m=audio 4000 RTP/AVP 0', 'a=ptime:30'), { packetMs: 30 }],
    ['a length nobody has', description('m=audio 4000 RTP/AVP 0', 'a=ptime:25'), { packetMs: 20 }],
    ['more than it takes', description('m=audio 4000 RTP/AVP 0', 'a=ptime:60', 'a=maxptime:40'), { packetMs: 40 }],
    [
      'keys nobody listed',
      description('m=audio 4000 RTP/AVP 0', 'a=rtpmap:96 telephone-event/8000'),
      { keyPayload: null },
    ],
    ['held', description('m=audio 4000 RTP/AVP 0', 'a=sendonly'), { direction: 'sendonly' }],
    ['held for all of it', plain.replace('t=0 0', 't=0 0\r\na=inactive'), { direction: 'inactive' }],
    ['held by an address', plain.replaceAll('192.0.2.5', '0.0.0.0'), { direction: 'inactive' }],
    ['a picture first', description('m=video 9 RTP/AVP 96', 'm=audio 4000 RTP/AVP 0'), { soundLine: 1, port: 4_000 }],
  ])('%s', (_name, text, expected) => {
    expect(readDescription(text)).toMatchObject(expected);
  });

  test.each([
    ['no sound', description('m=video 4000 RTP/AVP 96')],
    ['no codec of ours', description('m=audio 4000 RTP/AVP 18 101')],
    ['sound that was refused', description('m=audio 0 RTP/AVP 0')],
    ['no address', plain.replace(/^c=.*\r\n/m, '')],
    ['a name that looks like an address', plain.replaceAll('192.0.2.5', 'dead.beef')],
    ['a port there is not', description('m=audio 70000 RTP/AVP 0')],
    ['fax', description('m=image 4000 udptl t38')],
    ['nonsense', 'hello'],
    ['nothing', ''],
    ['too much', description(...Array.from({ length: 50 }, () => 'm=audio 4000 RTP/AVP 0'))],
  ])('%s is nothing we can speak over', (_name, text) => {
    expect(readDescription(text)).toBeNull();
  });
});

test.each([
  ['an ordinary key', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`, 1],
  ['one that says how long it lasts', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|2^31`, 1],
  ['one with an identifier', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|2^20|1:4`, 0],
  ['one with an identifier alone', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|1:4`, 0],
  ['one that leaves reports readable', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY} UNENCRYPTED_SRTCP`, 0],
  ['a suite we do not know', `a=crypto:1 AEAD_AES_256_GCM inline:${KEY}`, 0],
  ['one too short', 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAAA', 0],
])('of keys: %s', (_name, line, count) => {
  const read = readDescription(description('m=audio 4000 RTP/SAVP 0', line));
  expect(read).toMatchObject({ isSecure: true });
  expect(read!.keys).toHaveLength(count);
});

test('what we write is read as it was meant', () => {
  const keys = [{ tag: '1', suite: 'AES_CM_128_HMAC_SHA1_80' as const, key: Buffer.alloc(30, 3) }];
  expect(readDescription(writeDescription({ ...ours, keys, direction: 'sendonly' }))).toMatchObject({
    address: '198.51.100.7',
    port: 5_004,
    isSecure: true,
    codecs: ['PCMU', 'PCMA'],
    keyPayload: 101,
    direction: 'sendonly',
    keys,
  });
  expect(writeDescription({ ...ours, address: '2001:db8::1' })).toContain('c=IN IP6 2001:db8::1');
});

test('an answer has the lines of its offer, and refuses all but the sound', () => {
  const offer = readDescription(
    description(
      'm=video 9000 RTP/AVP 96',
      'm=audio 4000 RTP/AVP 8 96',
      'a=rtpmap:96 telephone-event/8000',
      'a=rtcp-mux',
    ),
  )!;
  const answer = writeDescription({ ...ours, codecs: ['PCMA'], keyPayload: offer.keyPayload }, offer);
  expect(answer.match(/^m=.*$/gm)).toEqual(['m=video 0 RTP/AVP 96', 'm=audio 5004 RTP/AVP 8 96']);
  expect(answer).toContain('a=rtcp-mux');
});

test('hold and its answer', () => {
  expect(answerDirection).toEqual({
    sendrecv: 'sendrecv',
    sendonly: 'recvonly',
    recvonly: 'sendonly',
    inactive: 'inactive',
  });
  expect((['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const).map(isHolding)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('a description among other parts is found', () => {
  const parts = `--b1\r\nContent-Type: application/pidf+xml\r\n\r\n<x/>\r\n--b1\r\nContent-Type: application/sdp\r\n\r\n${plain}--b1--\r\n`;
  expect(readDescription(descriptionIn(parts, 'multipart/mixed;boundary=b1'))).toMatchObject({ port: 4_000 });
  expect(descriptionIn(plain, 'application/sdp')).toBe(plain);
  expect(descriptionIn('x', 'multipart/mixed')).toBe('');
});

test('lines without end are read at once', () => {
  const blanks = ' '.repeat(50_000);
  for (const line of [
    `a=ptime:${blanks}`,
    `c=IN IP4 ${blanks}`,
    `a=crypto:1 x inline:${'A'.repeat(50_000)}`,
    `m=audio${blanks}`,
  ])
    expect(() => readDescription(description('m=audio 4000 RTP/AVP 0', line))).not.toThrow();
});
