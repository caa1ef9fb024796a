import { describe, expect, test } from 'vitest';
import { processorMs } from '#test/processor-time.ts';
import { listens, readOffer, writeAnswer } from './sdp.ts';

/** What a browser offers who also offers a picture, shortened. */
const OFFER = `v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
a=extmap-allow-mixed
a=msid-semantic: WMS stream
m=audio 58779 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
c=IN IP4 192.0.2.4
a=rtcp:9 IN IP4 0.0.0.0
a=candidate:1 1 udp 2113937151 1f4712db-ea17-4bcf-a596-105139dfd8bf.local 58779 typ host generation 0 network-cost 999
a=candidate:2 1 udp 1677729535 192.0.2.4 58779 typ srflx raddr 0.0.0.0 rport 0 generation 0
a=candidate:3 1 tcp 1518280447 192.0.2.4 9 typ host tcptype active generation 0
a=ice-ufrag:3aT1
a=ice-pwd:yO4bBcXG2d7uC5pyRzq5pm0S
a=ice-options:trickle
a=fingerprint:sha-256 7B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08
a=setup:actpass
a=mid:0
a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=sendonly
a=msid:stream track
a=rtcp-mux
a=rtcp-rsize
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:0 PCMU/8000
a=rtpmap:8 PCMA/8000
a=rtpmap:13 CN/8000
a=rtpmap:110 telephone-event/48000
a=rtpmap:126 telephone-event/8000
a=ssrc:1399694169 cname:cname
m=video 9 UDP/TLS/RTP/SAVPF 96
c=IN IP4 0.0.0.0
a=ice-ufrag:3aT1
a=mid:1
a=sendrecv
a=rtpmap:96 VP8/90000
`.replaceAll('\n', '\r\n');

const LOCAL = `v=0
o=rtc 1646578975 0 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=msid-semantic:WMS *
a=fingerprint:sha-256 E2:4C:33
m=audio 41234 UDP/TLS/RTP/SAVPF 0 126
c=IN IP4 10.0.0.5
a=mid:0
a=sendrecv
a=rtcp-mux
a=rtpmap:0 PCMU/8000
a=rtpmap:126 telephone-event/8000
a=setup:active
a=ice-ufrag:CTtR
a=ice-pwd:KaQVd0uTUyRGOABV0AQQl5
a=candidate:1 1 UDP 2114977791 10.0.0.5 41234 typ host
a=candidate:2 1 UDP 2114977535 fd00::5 41234 typ host
a=end-of-candidates
`.replaceAll('\n', '\r\n');

const wishes = { version: 3, ssrc: 77, cname: 'openseat' };

describe('an offer', () => {
  const offer = readOffer(OFFER)!;

  test('is cut down to PCMU and its keys', () => {
    expect([offer.pcmu, offer.keys, offer.direction]).toEqual([0, 126, 'sendonly']);
    expect(offer.sdp).toContain('m=audio 58779 UDP/TLS/RTP/SAVPF 0 126\r\n');
    expect(offer.sdp).not.toMatch(/opus|PCMA|CN\/|48000|extmap|rtcp-fb|video|sendonly/);
    expect(offer.sdp).toContain('a=group:BUNDLE 0\r\n');
    expect(offer.sdp).toContain('a=sendrecv');
  });

  test("keeps addresses we can use: neither names of the phone's own network nor TCP", () => {
    expect([...offer.sdp.matchAll(/^a=candidate.*/gm)].map(([line]) => line)).toEqual([
      expect.stringContaining('192.0.2.4 58779 typ srflx'),
    ]);
  });

  test('is another one when ICE or the certificate begin anew, and the same when only the direction changes', () => {
    expect(readOffer(OFFER.replaceAll('sendonly', 'sendrecv'))!.identity).toBe(offer.identity);
    expect(readOffer(OFFER.replace('a=ice-ufrag:3aT1', 'a=ice-ufrag:zzzz'))!.identity).not.toBe(offer.identity);
    expect(readOffer(OFFER.replace('7B:8B', '00:8B'))!.identity).not.toBe(offer.identity);
  });

  test('without keys is sound all the same; without PCMU, or with the sound refused, it is none', () => {
    expect(readOffer(OFFER.replace('a=rtpmap:126 telephone-event/8000\r\n', ''))).toMatchObject({
      pcmu: 0,
      keys: null,
    });
    expect(readOffer(OFFER.replace(' 0 8 13', ' 8 13'))).toBeNull();
    expect(readOffer(OFFER.replace('m=audio 58779', 'm=audio 0'))).toBeNull();
    expect(readOffer('rubbish')).toBeNull();
  });
});

test('a name in the place of an address is left out: the server looks up nothing a phone tells it to', () => {
  const candidates = [
    'a=candidate:7 1 udp 2113937151 names.example 9 typ host',
    'a=candidate:8 1 udp 2113937151 192.0.2.7 9 typ host',
    'a=candidate:9 1 UDP 2113937151 2001:db8::7 9 typ host',
    'a=candidate:10 1 udp 1 a1b2.local 9 typ host',
    'a=candidate:11 1 udp 1 cafe.de 9 typ host',
  ];
  const { sdp } = readOffer(OFFER.replace(/^a=mid:0$/m, ['a=mid:0', ...candidates].join('\n')))!;
  expect(candidates.filter((line) => sdp.includes(line))).toEqual(candidates.slice(1, 3));
});

test('an offer made to keep its reader busy is read in a moment', () => {
  const blanks = ' '.repeat(24_000);
  const tookMs = processorMs(() => {
    const offer = readOffer(OFFER.replace(/^(a=(?:ice-ufrag|fingerprint):).*/gm, `$1${blanks}x`));
    expect(offer!.identity).toBe('x x');
  });
  expect(tookMs).toBeLessThan(1_000);
});

describe('an answer', () => {
  test.each([
    ['sendrecv', 'sendrecv', true],
    ['sendonly', 'recvonly', false],
    ['recvonly', 'sendonly', true],
    ['inactive', 'inactive', false],
  ] as const)('to %s is %s', (asked, answered, hears) => {
    const offer = readOffer(OFFER.replace('a=sendonly', `a=${asked}`))!;
    const audio = writeAnswer(LOCAL, offer, wishes).split('m=video')[0]!;
    expect([...audio.matchAll(/^a=(sendrecv|sendonly|recvonly|inactive)/gm)].map(([, found]) => found)).toEqual([
      answered,
    ]);
    expect(listens(offer.direction)).toBe(hears);
  });

  test('has a section for each that was offered, refuses the picture, and counts its version', () => {
    const answer = writeAnswer(LOCAL, readOffer(OFFER)!, wishes);
    expect([...answer.matchAll(/^m=.*/gm)].map(([line]) => line)).toEqual([
      'm=audio 41234 UDP/TLS/RTP/SAVPF 0 126',
      'm=video 0 UDP/TLS/RTP/SAVPF 96',
    ]);
    expect(answer).toContain('a=mid:1');
    expect(answer).toContain('o=rtc 1646578975 3 IN');
    expect(answer).toContain('a=ssrc:77 cname:openseat');
    expect(answer.endsWith('\r\n')).toBe(true);
    expect(answer).not.toContain('\r\n\r\n');
  });

  test('names the one address the world knows, when told', () => {
    const candidates = (address?: string) =>
      [
        ...writeAnswer(LOCAL, readOffer(OFFER)!, { ...wishes, announcedAddress: address }).matchAll(
          /^a=candidate:.*/gm,
        ),
      ].map(([line]) => line);
    expect(candidates()).toHaveLength(2);
    expect(candidates('203.0.113.9')).toEqual(['a=candidate:1 1 UDP 2114977791 203.0.113.9 41234 typ host']);
    expect(candidates('2001:db8::9')).toEqual(['a=candidate:2 1 UDP 2114977535 2001:db8::9 41234 typ host']);
  });
});
