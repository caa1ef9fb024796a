import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TrunkWishes } from './open-trunk-carrier.ts';
import { bodyOf, headerOf, peerSdp } from './scripted-peer.fixture.ts';
import { openTrunkStage, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

let stage: TrunkStage;
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(async () => {
  await stage.close();
  expect(stage.bugs).toEqual([]);
});

async function scripted(wishes: Partial<TrunkWishes> = {}) {
  const edge = await stage.edge();
  const peer = await stage.peer(() => edge.ports.udp!);
  const gateways = [{ host: peer.address, port: peer.port }];
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways, ...wishes });
  await until('the gateway is known', () => trunk.state().gateways[0]!.addresses.length > 0);
  return { edge, peer, trunk, incoming: stage.incoming(trunk) };
}
const URI = 'sip:+4930222@us.example';
const offer = { uri: URI, body: peerSdp(40_000) };

describe('somebody calls', () => {
  test('[CC-04] they are told that it rings, hear early sound, are answered when they confirm', async () => {
    const { peer, incoming } = await scripted();
    const request = peer.ask('INVITE', offer);
    await peer.next('SIP/2.0 100');
    const call = await incoming();
    expect([call.leg.to, call.leg.from, call.leg.networkWord]).toEqual(['+4930222', '+49301', null]);
    call.leg.ringing();
    await peer.next('SIP/2.0 180');
    call.leg.earlyMedia();
    expect(bodyOf(await peer.next('SIP/2.0 183'))).toMatch(/m=audio \d+ RTP\/AVP 0 101/);
    let isConfirmed = false;
    const confirmed = Promise.resolve(call.leg.answer()).then(() => (isConfirmed = true));
    const answer = await peer.next('SIP/2.0 200');
    expect(isConfirmed).toBe(false);
    peer.ask('ACK', { of: { request, answer, isOurs: true } });
    await confirmed;
    peer.ask('BYE', { of: { request, answer, isOurs: true }, cseq: 2, headers: ['Reason: Q.850;cause=16'] });
    await call.at('ended null 16');
    await peer.next('SIP/2.0 200');
  });

  test('[CC-12] what the network says of the caller comes along, in numbers of ours', async () => {
    const { peer, incoming } = await scripted({ callerNumber: { form: 'national', country: 'DE' } });
    const headers = [
      'P-Asserted-Identity: <sip:040998877;verstat=TN-Validation-Passed-B@carrier.example>',
      'Diversion: <sip:030556677@carrier.example>;reason=unconditional',
    ];
    peer.ask('INVITE', { ...offer, headers });
    const { leg } = await incoming();
    expect([leg.from, leg.networkWord]).toEqual([
      '+4940998877',
      { attestation: 'B', divertedFrom: '+4930556677', divertedBecause: 'always' },
    ]);
  });

  test('a 200 that was lost is sent again; hung up before it was confirmed, BYE waits for that', async () => {
    const { peer, incoming } = await scripted();
    const request = peer.ask('INVITE', offer);
    const call = await incoming();
    void call.leg.answer();
    await peer.next('SIP/2.0 200');
    call.leg.hangUp();
    const answer = await peer.next('SIP/2.0 200');
    expect(peer.count('BYE')).toBe(0);
    peer.ask('ACK', { of: { request, answer, isOurs: true } });
    peer.answer(await peer.next('BYE'), 200);
  });

  test('an INVITE said again is one call; its refusal is said until it is acknowledged', async () => {
    const { peer, incoming, trunk } = await scripted();
    const asked = { ...offer, callId: 'same', branch: 'z9hG4bKsame', from: '<sip:1@x>;tag=1' };
    const request = peer.ask('INVITE', asked);
    peer.ask('INVITE', asked);
    const call = await incoming();
    call.leg.refuse(486);
    await peer.next('SIP/2.0 486');
    const refusal = await peer.next('SIP/2.0 486');
    peer.send(
      request
        .replace(/^INVITE/, 'ACK')
        .replace('1 INVITE', '1 ACK')
        .replace(/^To: .*$/m, `To: ${headerOf(refusal, 'to')}`)
        .replace(/Content-Type[\s\S]*$/, 'Content-Length: 0\r\n\r\n'),
    );
    expect(trunk.state().received).toBe(1);
  });

  test('they give up: the call is over, and the INVITE answered', async () => {
    const { peer, incoming } = await scripted();
    const asked = { ...offer, callId: 'c', branch: 'z9hG4bKgiven', from: '<sip:1@x>;tag=1' };
    peer.ask('INVITE', asked);
    const call = await incoming();
    call.leg.ringing();
    await peer.next('SIP/2.0 180');
    const { body: _body, ...bare } = asked;
    peer.ask('CANCEL', { ...bare, headers: ['Reason: Q.850;cause=31'] });
    await peer.next('SIP/2.0 200');
    await peer.next('SIP/2.0 487');
    await call.at('ended null 31');
  });

  test('they give up while our 200 is on its way: ended as soon as they confirm', async () => {
    const { peer, incoming } = await scripted();
    const asked = { ...offer, callId: 'c', branch: 'z9hG4bKlate', from: '<sip:1@x>;tag=1' };
    const request = peer.ask('INVITE', asked);
    const call = await incoming();
    void call.leg.answer();
    const answer = await peer.next('SIP/2.0 200');
    const { body: _body, ...bare } = asked;
    peer.ask('CANCEL', bare);
    await call.at('ended null 16');
    peer.ask('ACK', { of: { request, answer, isOurs: true } });
    await peer.next('BYE');
  });

  test.each([
    [
      'what we do not understand',
      ['Require: 100rel, resource-priority'],
      {},
      420,
      ['Unsupported', 'resource-priority'],
    ],
    ['a session too short', ['Session-Expires: 30'], {}, 422, ['Min-SE', '90']],
    ['no codec of ours', [], { body: peerSdp(40_000, { formats: '18' }) }, 488, null],
    ['secured sound', [], { body: peerSdp(40_000).replace('RTP/AVP', 'RTP/SAVP') }, 488, null],
  ] as const)('with %s they are refused', async (_name, headers, more, status, header) => {
    const { peer } = await scripted();
    peer.ask('INVITE', { ...offer, ...more, headers: [...headers] });
    const answer = await peer.next(`SIP/2.0 ${status}`);
    if (header) expect(headerOf(answer, header[0])).toBe(header[1]);
  });

  test('who insists on it gets provisional answers until they are confirmed', async () => {
    const { peer, incoming } = await scripted();
    const request = peer.ask('INVITE', { ...offer, headers: ['Require: 100rel'] });
    const call = await incoming();
    call.leg.ringing();
    const first = await peer.next('SIP/2.0 180');
    const again = await peer.next('SIP/2.0 180');
    expect(again).toBe(first);
    const of = { request, answer: again, isOurs: true };
    peer.ask('PRACK', { of, cseq: 2, headers: [`RAck: ${headerOf(again, 'rseq')} 1 INVITE`] });
    await peer.next('SIP/2.0 200');
  });

  test('without an offer of theirs ours stands in the 200, their answer in the ACK', async () => {
    const { peer, incoming } = await scripted();
    const request = peer.ask('INVITE', { uri: URI });
    const call = await incoming();
    const confirmed = call.leg.answer();
    const answer = await peer.next('SIP/2.0 200');
    expect(bodyOf(answer)).toMatch(/m=audio \d+ RTP\/AVP 0 8 101/);
    peer.ask('ACK', { of: { request, answer, isOurs: true }, body: peerSdp(40_000) });
    await confirmed;
  });

  test('more calls than the trunk has are busy', async () => {
    const { peer, incoming, trunk } = await scripted({ callsAtOnce: 1 });
    peer.ask('INVITE', offer);
    await incoming();
    peer.ask('INVITE', offer);
    await peer.next('SIP/2.0 486');
    expect(trunk.state().calls).toEqual({ outgoing: 0, incoming: 1 });
  });
});

describe('nobody but a carrier we know', () => {
  test('gets any answer, by datagram or connection; each attempt is counted', async () => {
    const edge = await stage.edge({ tcpPort: 0 });
    const peer = await stage.peer(() => edge.ports.udp!);
    const stranger = await stage.peer(() => edge.ports.udp!, '127.0.0.77');
    stage.carrier(edge, { domain: 'carrier.example', gateways: [{ host: peer.address, port: peer.port }] });
    for (const method of ['INVITE', 'REGISTER', 'OPTIONS', 'BYE', 'SUBSCRIBE']) stranger.ask(method, offer);
    stranger.send('GET / HTTP/1.1\r\n\r\n');
    await until('counted', () => edge.counts().strangers === 5);
    peer.ask('OPTIONS', { uri: URI });
    await peer.next('SIP/2.0 200');
    expect(stranger.received).toEqual([]);
  });

  test('may flood: what is too much is not even read, and a carrier is heard meanwhile', async () => {
    const { edge, peer } = await scripted();
    const stranger = await stage.peer(() => edge.ports.udp!, '127.0.0.78');
    for (let times = 0; times < 300; times++) stranger.ask('OPTIONS', { uri: URI });
    await until('dropped', () => edge.counts().dropped > 0);
    peer.ask('OPTIONS', { uri: URI });
    await peer.next('SIP/2.0 200');
    expect(stranger.received).toEqual([]);
  });

  test('calls from the carrier’s other networks come in; hosts tell trunks of one carrier apart', async () => {
    const edge = await stage.edge();
    const carrier = { domain: 'carrier.example', gateways: [{ host: '127.0.0.1', port: 9 }] };
    const one = stage.carrier(edge, { ...carrier, signallingFrom: ['127.0.1.0/24'], hosts: ['one.example'] });
    const two = stage.carrier(edge, { ...carrier, signallingFrom: ['127.0.1.0/24'], hosts: ['two.example'] });
    const peer = await stage.peer(() => edge.ports.udp!, '127.0.1.3');
    const [toOne, toTwo] = [stage.incoming(one), stage.incoming(two)];
    peer.ask('INVITE', { ...offer, uri: 'sip:+49301@two.example' });
    expect((await toTwo()).leg.to).toBe('+49301');
    peer.ask('INVITE', { ...offer, uri: 'sip:+49302@one.example' });
    expect((await toOne()).leg.to).toBe('+49302');
    peer.ask('INVITE', { ...offer, uri: 'sip:+49303@three.example' });
    await until('counted', () => edge.counts().strangers === 1);
  });

  test('a host somebody wrote down takes no calls away from whom the number belongs to', async () => {
    const edge = await stage.edge();
    const carrier = {
      domain: 'carrier.example',
      gateways: [{ host: '127.0.0.1', port: 9 }],
      signallingFrom: ['127.0.1.0/24'],
    };
    const claims = (own: string, tenantId: number) => ({
      claimOf: async (number: string) => (number === own ? { tenantId, sinceMs: tenantId } : null),
    });
    const thief = stage.carrier(edge, { ...carrier, hosts: ['us.example'] }, claims('+49309', 2));
    const owner = stage.carrier(edge, carrier, claims('+49301', 1));
    // Another team's rules make a number of its own of what is dialled; it came later.
    const dialledNumber = { form: 'international', cut: '+49301', prefix: '+49305' } as const;
    stage.carrier(edge, { ...carrier, hosts: ['us.example'], dialledNumber }, claims('+49305', 3));
    const peer = await stage.peer(() => edge.ports.udp!, '127.0.1.3');
    const [toThief, toOwner] = [stage.incoming(thief), stage.incoming(owner)];
    peer.ask('INVITE', { ...offer, uri: 'sip:+49301@us.example' });
    expect((await toOwner()).leg.to).toBe('+49301');
    peer.ask('INVITE', { ...offer, uri: 'sip:+49309@us.example' });
    expect((await toThief()).leg.to).toBe('+49309');
  });

  test('a Via with a port nobody can have is not answered, and nothing breaks', async () => {
    const { peer } = await scripted();
    const text = peer.ask('OPTIONS', { uri: URI });
    await peer.next('SIP/2.0 200');
    for (const port of [0, 70_000])
      peer.send(text.replace(/^Via:.*$/m, `Via: SIP/2.0/UDP ${peer.address}:${port};branch=z9hG4bKodd${port}`));
    peer.ask('OPTIONS', { uri: URI });
    await peer.next('SIP/2.0 200');
  });
});

test('a call the exchange chokes on is refused and leaves no place taken', async () => {
  const { peer, trunk } = await scripted();
  trunk.onCall(() => {
    throw new Error('choked');
  });
  peer.ask('INVITE', offer);
  await peer.next('SIP/2.0 500');
  expect(trunk.state().calls.incoming).toBe(0);
  expect(stage.bugs.splice(0)).toHaveLength(1);
});

test('calls that name hosts nobody finds do not wait for one another without end', async () => {
  const asked: string[] = [];
  const edge = await stage.edge({
    names: {
      naptr: async () => [],
      srv: async () => [],
      addresses: (name) => (asked.push(name), new Promise(() => {})),
    },
  });
  const peer = await stage.peer(() => edge.ports.udp!);
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways: [{ host: peer.address, port: peer.port }] });
  const incoming = stage.incoming(trunk);
  await until('the gateway is known', () => trunk.state().gateways[0]!.addresses.length > 0);
  for (const name of ['one', 'two', 'three'])
    peer.ask('INVITE', { ...offer, headers: [`Record-Route: <sip:${name}.example;lr>`] });
  await incoming();
  expect(asked).toEqual(['one.example', 'two.example']);
});
