import { expect, test } from 'vitest';
import { peekMessage } from '../sip-wires/sip-peek.ts';
import { TrunkDirectory, type TrunkAddressee } from './trunk-of.ts';

const trunk = (contactName: string | null, sources: string[], hosts: string[] = []): TrunkAddressee => ({
  contactName,
  hosts,
  sources,
  owner: 'a team',
});
const from = (address: string) => ({ transport: 'udp' as const, address, port: 5_060, host: '' });
const request = (uri: string, { callId = 'c1', toTag = '' } = {}) =>
  peekMessage(
    `INVITE ${uri} SIP/2.0\r\nv: SIP/2.0/UDP x;branch=z9hG4bKa\r\nTo: <sip:b@x>${toTag}\r\ni: ${callId}\r\nCSeq: 1 INVITE\r\n\r\n`,
  )!;

test('whose message it is: by call, by the name we registered, by source; a stranger is nobody', () => {
  const directory = new TrunkDirectory();
  const registered = trunk('t99', ['192.0.2.1']);
  const byAddress = trunk(null, ['192.0.2.2']);
  const shared = trunk(null, ['192.0.2.2'], ['team.example']);
  for (const one of [registered, byAddress, shared]) directory.add(one);
  directory.begin('known', byAddress);
  const whose = (message: ReturnType<typeof request>, address: string) =>
    directory.trunksOf(message, from(address))[0] ?? null;
  expect(whose(request('sip:t99@us'), '203.0.113.9')).toBe(registered);
  expect(whose(request('sip:+49301@us'), '192.0.2.1')).toBe(registered);
  expect(whose(request('sip:+49301@us'), '192.0.2.2')).toBe(byAddress);
  expect(whose(request('sip:+49301@TEAM.example:5060'), '192.0.2.2')).toBe(shared);
  expect(whose(request('sip:x@us', { callId: 'known', toTag: ';tag=1' }), '203.0.113.9')).toBe(byAddress);
  expect(directory.strangers).toBe(0);
  expect(whose(request('sip:x@us', { callId: 'known' }), '203.0.113.9')).toBeNull();
  expect(whose(request('sip:+49301@us'), '203.0.113.9')).toBeNull();
  expect(whose(request('sip:us'), '203.0.113.9')).toBeNull();
  expect(directory.strangers).toBe(3);
  // That one knew the name.
  expect(['192.0.2.2', '203.0.113.9', '203.0.113.10'].map((address) => directory.isPeer(address))).toEqual([
    true,
    true,
    false,
  ]);
  directory.remove(registered);
  directory.remove(byAddress);
  // The host only says who is asked first: whoever writes one down takes no calls from the others.
  directory.add(byAddress);
  expect(directory.trunksOf(request('sip:+49301@team.example'), from('192.0.2.2'))).toEqual([shared, byAddress]);
  directory.remove(byAddress);
  const ping = { ...request('sip:us'), method: 'OPTIONS' };
  expect([whose(ping, '192.0.2.2'), whose(request('sip:us'), '192.0.2.2')]).toEqual([shared, null]);
  directory.remove(byAddress);
  expect(whose(request('sip:x@us', { callId: 'known', toTag: ';tag=1' }), '203.0.113.9')).toBeNull();
});

test('[CC-12] one that retired keeps its calls, and who gives up on one of them is heard; everything new is for the others', () => {
  const directory = new TrunkDirectory();
  const [before, after] = [trunk(null, ['192.0.2.2']), trunk(null, ['192.0.2.2'])];
  directory.add(before);
  directory.begin('old', before);
  directory.retire(before);
  directory.add(after);
  const cancel = { ...request('sip:+49301@us', { callId: 'old' }), method: 'CANCEL' };
  const inCall = request('sip:+49301@us', { callId: 'old', toTag: ';tag=1' });
  expect(directory.trunksOf(cancel, from('192.0.2.2'))).toEqual([before]);
  expect(directory.trunksOf(inCall, from('192.0.2.2'))).toEqual([before]);
  expect(directory.trunksOf(request('sip:+49301@us', { callId: 'old' }), from('192.0.2.2'))).toEqual([after]);
});

test('[CC-12] several trunks that share a carrier are all meant, until somebody knows who was dialled', () => {
  const directory = new TrunkDirectory();
  const [ours, theirs] = [trunk(null, ['192.0.2.2']), trunk(null, ['192.0.2.2'])];
  for (const one of [ours, theirs]) directory.add(one);
  expect(directory.trunksOf(request('sip:+49301@us'), from('192.0.2.2'))).toEqual([ours, theirs]);
});

test('[CC-12] a trunk whose gateways moved is known by where they are now, and nobody by where they were', () => {
  const directory = new TrunkDirectory();
  const sources = ['192.0.2.2'];
  const moving = trunk(null, sources);
  directory.add(moving);
  directory.add({ ...trunk(null, ['198.51.100.0/24', '192.0.2.3']), owner: 'another' });
  sources[0] = '192.0.2.3';
  directory.moved(moving);
  expect(['192.0.2.2', '192.0.2.3'].map((address) => directory.isPeer(address))).toEqual([false, true]);
  // Connections from where several are called count for the address.
  expect(['198.51.100.7', '192.0.2.3', '203.0.113.9'].map((address) => directory.ownerOf(address))).toEqual([
    'another',
    '192.0.2.3',
    '203.0.113.9',
  ]);
  directory.retire(moving);
  directory.moved(moving);
  expect(directory.ownerOf('192.0.2.3')).toBe('another');
});

test.each([
  ['', 'nothing'],
  ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'another protocol'],
  ['INVITE sip:x SIP/2.0\r\n\r\n', 'no headers'],
  ['\u0016\u0003\u0001', 'noise'],
  [`INVITE sip:${'x'.repeat(5_000)} SIP/2.0\r\n\r\n`, 'an address without end'],
])('%j is not looked at any further: %s', (text) => {
  expect(peekMessage(text)).toBeNull();
});

test('where a request goes next', () => {
  const text =
    'BYE sip:a@x SIP/2.0\r\nRoute: <sip:p1;lr>, <sip:p2;lr>\r\nVia: SIP/2.0/UDP x;rport;branch=z9hG4bKa\r\nTo: <sip:b@x>;tag=2\r\nCall-ID: c\r\nCSeq: 2 BYE\r\n\r\n';
  expect(peekMessage(text)).toMatchObject({ method: 'BYE', next: 'sip:p1;lr', user: 'a', host: 'x', hasToTag: true });
  expect(peekMessage(text.replace(/Route.*\r\n/, ''))).toMatchObject({ next: 'sip:a@x' });
});
