import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import type { TrunkWishes } from './open-trunk-carrier.ts';
import type { TrunkCarrier } from './trunk-carrier.ts';
import type { TrunkEdgeOptions } from './open-trunk-edge.ts';
import type { TrunkEdge } from './trunk-edge.ts';
import { bodyOf, headerOf, peerSdp, uriIn, type ScriptedPeer } from './scripted-peer.fixture.ts';
import { openTrunkStage, type StagedCall, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

let stage: TrunkStage;
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(async () => {
  await stage.close();
  expect(stage.bugs).toEqual([]);
});

async function scripted(
  wishes: Partial<TrunkWishes> = {},
  options: Partial<TrunkEdgeOptions> = {},
): Promise<{ edge: TrunkEdge; trunk: TrunkCarrier; peer: ScriptedPeer }> {
  const edge = await stage.edge(options);
  const peer = await stage.peer(() => edge.ports.udp!);
  const gateways = [{ host: peer.address, port: peer.port }];
  return { edge, peer, trunk: stage.carrier(edge, { domain: 'carrier.example', gateways, ...wishes }) };
}

const SDP = { body: peerSdp(40_000) };
const noAck = (peer: ScriptedPeer) => () => peer.count('ACK') > 0;

async function answered(
  trunk: TrunkCarrier,
  peer: ScriptedPeer,
  headers: string[] = [],
): Promise<{ call: StagedCall; of: { request: string; answer: string; isOurs: boolean } }> {
  const call = stage.dial(trunk, '+4930222');
  const request = await peer.next('INVITE');
  peer.answer(request, 100);
  const answer = peer.answer(request, 200, { ...SDP, headers });
  await call.at('answered');
  await peer.next('ACK');
  return { call, of: { request, answer, isOurs: false } };
}

describe('what an INVITE says', () => {
  test('[CC-12] whom, from whom, with what sound, and for how long', async () => {
    const { trunk, peer } = await scripted({
      account: { user: 'acme', password: 'x' },
      callerId: { from: 'account', vouched: 'preferred' },
      calledNumber: { form: 'digits', prefix: '99' },
      headers: { 'X-Token': 'abc', 'Bad Name': 'x' },
    });
    stage.dial(trunk, '+49 30 222', '+4930111');
    const invite = await peer.next('INVITE');
    expect(invite).toMatch(/^INVITE sip:994930222@carrier\.example SIP\/2\.0\r\n/);
    expect(headerOf(invite, 'from')).toMatch(/<sip:acme@carrier\.example>;tag=/);
    expect(headerOf(invite, 'p-preferred-identity')).toBe('<sip:+4930111@carrier.example>');
    expect([headerOf(invite, 'x-token'), invite.includes('Bad Name')]).toEqual(['abc', false]);
    expect([headerOf(invite, 'session-expires'), headerOf(invite, 'min-se')]).toEqual(['1800', '90']);
    expect(bodyOf(invite)).toMatch(/m=audio \d+ RTP\/AVP 0 8 101\r\n/);
    expect(headerOf(invite, 'via')).toMatch(/branch=z9hG4bK[0-9a-f]{20};rport/);
  });

  test('the name the call was given, if it is one that every machine can read', async () => {
    const { trunk, peer } = await scripted();
    const nameOf = async (sipCallId?: string) => {
      stage.dial(trunk, '+4930222', '+4930111', sipCallId);
      return headerOf(await peer.next('INVITE'), 'call-id');
    };
    expect(await nameOf('3f1c-attempt-2')).toBe('3f1c-attempt-2');
    expect(await nameOf('two words\r\nX: y')).toMatch(/^[0-9a-f]{32}$/);
    expect(await nameOf()).toMatch(/^[0-9a-f]{32}$/);
  });

  test('who does not want to be known is not named', async () => {
    const { trunk, peer } = await scripted({ account: { user: 'acme', password: 'x' } });
    stage.dial(trunk, '+4930222', '');
    const invite = await peer.next('INVITE');
    expect(headerOf(invite, 'from')).toMatch(/^"Anonymous" <sip:anonymous@anonymous\.invalid>/);
    expect([headerOf(invite, 'privacy'), headerOf(invite, 'p-asserted-identity')]).toEqual([
      'id',
      '<sip:acme@carrier.example>',
    ]);
  });

  test('the announced address stands everywhere, the bound one nowhere', async () => {
    const { trunk, peer } = await scripted({}, { announcedAddress: '198.51.100.7' });
    stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    expect(headerOf(invite, 'via')).toMatch(/^SIP\/2\.0\/UDP 198\.51\.100\.7:\d+;/);
    expect(headerOf(invite, 'contact')).toMatch(/@198\.51\.100\.7:\d+>/);
    expect(bodyOf(invite)).toContain('c=IN IP4 198.51.100.7');
    expect(invite.replaceAll(`${peer.address}:${peer.port}`, '')).not.toContain('127.0.0.1');
  });
});

describe('refusals', () => {
  test.each([
    [486, [], 'ended 486'],
    [404, [], 'ended 404'],
    [480, ['Reason: Q.850;cause=17;text="busy"'], 'ended 480 17'],
    [302, [], 'ended 302'],
    [603, ['Reason: SIP;cause=603', 'Reason: Q.850;cause=21'], 'ended 603 21'],
  ])('%d with %o', async (status, headers, outcome) => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    peer.answer(invite, status, { headers });
    await call.at(outcome);
    await until('an ACK', noAck(peer));
    peer.answer(invite, status, { headers });
    await until('another ACK', () => peer.count('ACK') === 2);
    expect(call.story).toEqual([outcome]);
  });

  test('a wrong password is asked for once, told, and not tried again', async () => {
    const { trunk, peer } = await scripted({ account: { user: 'acme', password: 'wrong' } });
    const call = stage.dial(trunk, '+4930222');
    const challenge = { headers: ['WWW-Authenticate: Digest realm="r", nonce="1", qop="auth"'] };
    peer.answer(await peer.next('INVITE'), 401, challenge);
    const second = await peer.next('INVITE');
    expect(headerOf(second, 'authorization')).toContain('username="acme"');
    peer.answer(second, 401, challenge);
    await call.at('ended 401');
    expect(trunk.state().lastFault).toMatchObject({ what: 'wrongPassword' });
    expect(peer.count('INVITE')).toBe(2);
  });

  test('a proxy asks, then the server: both are answered', async () => {
    const { trunk, peer } = await scripted({ account: { user: 'acme', password: 'x' } });
    const call = stage.dial(trunk, '+4930222');
    peer.answer(await peer.next('INVITE'), 407, { headers: ['Proxy-Authenticate: Digest realm="p", nonce="1"'] });
    const second = await peer.next('INVITE');
    expect(headerOf(second, 'proxy-authorization')).toContain('realm="p"');
    peer.answer(second, 401, {
      headers: [
        'WWW-Authenticate: Digest realm="s", nonce="2", algorithm=MD5',
        'WWW-Authenticate: Digest realm="s", nonce="3", algorithm=SHA-256',
      ],
    });
    const third = await peer.next('INVITE');
    expect(headerOf(third, '\r?\n?authorization')).toContain('algorithm=SHA-256');
    peer.answer(third, 200, SDP);
    await call.at('answered');
  });

  test('an answer that is nonsense is told, and the call goes on', async () => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    peer.send(
      `SIP/2.0 180 X\r\nVia: ${headerOf(invite, 'via')}\r\nFrom: nonsense\r\nTo: x\r\nCall-ID: ${headerOf(invite, 'call-id')}\r\nCSeq: 1 INVITE\r\n\r\n`,
    );
    await until('told', () => trunk.state().lastFault?.what === 'nonsense');
    peer.answer(invite, 486);
    await call.at('ended 486');
  });
});

describe('a network that loses and repeats', () => {
  test('an INVITE that was lost is sent again; answers that come twice count once', async () => {
    const { trunk, peer, edge } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const first = await peer.next('INVITE');
    const again = await peer.next('INVITE');
    expect(again).toBe(first);
    for (const status of [100, 180, 180]) peer.answer(again, status);
    for (let times = 0; times < 3; times++) peer.answer(again, 200, SDP);
    await until('every answer is acknowledged', () => peer.count('ACK') === 3);
    expect(call.story).toEqual(['ringing', 'answered']);
    expect(edge.counts().repeated.repeated).toBe(1);
  });

  test('a BYE that was lost is sent again; theirs, said twice, is answered twice', async () => {
    const { trunk, peer } = await scripted();
    const { call } = await answered(trunk, peer);
    call.leg.hangUp();
    await peer.next('BYE');
    const bye = await peer.next('BYE');
    expect(headerOf(bye, 'reason')).toBe('Q.850;cause=16');
    peer.answer(bye, 200);
    const { call: second, of } = await answered(trunk, peer);
    const theirs = { of, cseq: 7, branch: 'z9hG4bKtwice', headers: ['Reason: Q.850;cause=31'] };
    peer.ask('BYE', theirs);
    peer.ask('BYE', theirs);
    await second.at('ended null 31');
    await until('two answers', () => peer.count('SIP/2.0 200') === 2);
  });

  test('answers of others are not heard, whoever they say they are', async () => {
    const { trunk, peer, edge } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    const forger = await stage.peer(() => edge.ports.udp!, '127.0.0.9');
    forger.answer(invite.replace(/branch=z9hG4bK[0-9a-f]+/, 'branch=z9hG4bK1234567'), 486);
    forger.ask('BYE', { uri: uriIn(headerOf(invite, 'contact')), callId: 'unknown' });
    await until('counted', () => edge.counts().strangers === 1);
    peer.answer(invite, 180);
    await call.at('ringing');
    expect(forger.received).toEqual([]);
    expect(call.story).toEqual(['ringing']);
  });
});

describe('giving up', () => {
  test('before anything was heard: CANCEL waits for the first sign of life', async () => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    call.leg.hangUp();
    peer.answer(invite, 180);
    const cancel = await peer.next('CANCEL');
    expect(headerOf(cancel, 'via')).toBe(headerOf(invite, 'via'));
    peer.answer(cancel, 200);
    peer.answer(invite, 487);
    await until('an ACK', noAck(peer));
  });

  test('before the password was asked for', async () => {
    const { trunk, peer } = await scripted({ account: { user: 'acme', password: 'x' } });
    const call = stage.dial(trunk, '+4930222');
    const first = await peer.next('INVITE');
    peer.answer(first, 100);
    await until('heard', () => trunk.state().gateways[0]!.at === 'up');
    peer.answer(first, 401, { headers: ['WWW-Authenticate: Digest realm="r", nonce="1"'] });
    const second = await peer.next('INVITE');
    call.leg.hangUp();
    peer.answer(second, 183);
    expect(headerOf(await peer.next('CANCEL'), 'cseq')).toBe(headerOf(second, 'cseq').replace('INVITE', 'CANCEL'));
  });

  test('while their 200 is on its way: acknowledged, and ended', async () => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    peer.answer(invite, 180);
    await call.at('ringing');
    call.leg.hangUp();
    peer.answer(invite, 200, SDP);
    await peer.next('ACK');
    peer.answer(await peer.next('BYE'), 200);
    expect(call.story).toEqual(['ringing']);
    expect(trunk.state().calls.outgoing).toBe(0);
  });

  test('two answer, as carriers that fork do: the second is sent home', async () => {
    const { trunk, peer } = await scripted();
    const { call, of } = await answered(trunk, peer);
    peer.answer(of.request, 200, { ...SDP, tag: 'other' });
    const bye = await peer.next('BYE');
    expect(headerOf(bye, 'to')).toContain('tag=other');
    expect(call.story).toEqual(['answered']);
  });
});

describe('gateways', () => {
  const silent = { host: '127.0.0.1', port: 9 };

  test('[CC-12] one that is silent, refuses or times out is passed over for the next, and tried last then', async () => {
    const edge = await stage.edge({ patience: { tryingMs: 150 } });
    const [busy, slow, good] = await Promise.all(Array.from({ length: 3 }, () => stage.peer(() => edge.ports.udp!)));
    const trunk = stage.carrier(edge, {
      domain: 'carrier.example',
      gateways: [silent, ...[busy!, slow!, good!].map(({ address, port }) => ({ host: address, port }))],
    });
    const call = stage.dial(trunk, '+4930222', '+4930111', 'attempt-1');
    busy!.answer(await busy!.next('INVITE'), 503);
    slow!.answer(await slow!.next('INVITE'), 408);
    const invite = await good!.next('INVITE');
    good!.answer(invite, 200, SDP);
    await call.at('answered');
    expect(trunk.state().gateways.map(({ at }) => at)).toEqual(['down', 'down', 'down', 'up']);
    const tried = [busy!.received[0]!, slow!.received[0]!, invite].map((one) => headerOf(one, 'call-id'));
    expect(tried, 'each its own, by which all of them are found').toEqual([
      'attempt-1.2',
      'attempt-1.3',
      'attempt-1.4',
    ]);
    stage.dial(trunk, '+4930223');
    await good!.next('INVITE');
    expect([busy!.count('INVITE'), slow!.count('INVITE')]).toEqual([1, 1]);
  });

  test('the one that was silent answers late: its call is cancelled, or ended', async () => {
    const edge = await stage.edge({ patience: { tryingMs: 150 } });
    const [late, good] = await Promise.all(Array.from({ length: 2 }, () => stage.peer(() => edge.ports.udp!)));
    const trunk = stage.carrier(edge, {
      domain: 'carrier.example',
      gateways: [late!, good!].map(({ address, port }) => ({ host: address, port })),
    });
    const call = stage.dial(trunk, '+4930222');
    const first = await late!.next('INVITE');
    good!.answer(await good!.next('INVITE'), 200, SDP);
    await call.at('answered');
    late!.answer(first, 180);
    await late!.next('CANCEL');
    late!.answer(first, 200, SDP);
    await late!.next('ACK');
    await late!.next('BYE');
    expect(call.story).toEqual(['answered']);
  });

  test('one that asks for a password lives: its time is counted anew', async () => {
    const clock = handClock();
    const edge = await stage.edge({ after: clock.after });
    const [first, second] = await Promise.all(Array.from({ length: 2 }, () => stage.peer(() => edge.ports.udp!)));
    const trunk = stage.carrier(edge, {
      domain: 'carrier.example',
      account: { user: 'acme', password: 'x' },
      gateways: [first!, second!].map(({ address, port }) => ({ host: address, port })),
    });
    const call = stage.dial(trunk, '+4930222');
    const asked = await first!.next('INVITE');
    clock.turn(3_900);
    first!.answer(asked, 401, { headers: ['WWW-Authenticate: Digest realm="r", nonce="1"'] });
    const isAnswer = (text: string): boolean => headerOf(text, 'authorization') !== '';
    const proven = await until('an INVITE with the password', () => first!.received.find(isAnswer));
    clock.turn(3_900);
    expect(second!.count('INVITE')).toBe(0);
    first!.answer(proven, 200, SDP);
    await call.at('answered');
  });

  test('the only one has time enough to be heard through a network that loses one in five', async () => {
    const clock = handClock();
    const { trunk, peer } = await scripted({}, { after: clock.after });
    const call = stage.dial(trunk, '+4930222');
    await peer.next('INVITE');
    clock.turn(15_600);
    const times = await until('the fifth repetition', () => (peer.count('INVITE') === 6 ? peer.received.at(-1) : null));
    peer.answer(times, 200, SDP);
    await call.at('answered');
    call.leg.hangUp();

    // Whom nothing was heard of before is not waited for that long.
    const calls = () => new Set(peer.received.map((text) => headerOf(text, 'call-id'))).size;
    for (const [nth, waitMs] of [16_000, 4_000].entries()) {
      const next = stage.dial(trunk, '+4930222');
      // Calls keep to the pace of the trunk.
      clock.turn(1_000);
      await until('its INVITE', () => calls() === nth + 2);
      clock.turn(waitMs);
      await next.at('ended 503 38');
    }
  });

  test('nobody there: 503, and a word about it', async () => {
    const edge = await stage.edge({ patience: { tryingMs: 100 } });
    const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways: [silent] });
    const call = stage.dial(trunk, '+4930222');
    await call.at('ended 503 38');
    expect(trunk.state().lastFault).toMatchObject({ what: 'unreachable', detail: '127.0.0.1' });
    const nowhere = stage.carrier(edge, { domain: 'x', gateways: [{ host: 'nowhere.invalid', port: 5_060 }] });
    await stage.dial(nowhere, '+4930222').at('ended 503 38');
    expect(nowhere.state().lastFault).toMatchObject({ what: 'nameUnknown', detail: 'nowhere.invalid' });
  });

  test('a server that refuses connections is passed over at once', async () => {
    const edge = await stage.edge({ tcpPort: 0 });
    const peer = await stage.peer(() => edge.ports.udp!);
    const trunk = stage.carrier(edge, {
      domain: 'carrier.example',
      gateways: [
        { ...silent, transport: 'tcp' },
        { host: peer.address, port: peer.port, transport: 'udp' },
      ],
    });
    stage.dial(trunk, '+4930222');
    await peer.next('INVITE');
    expect(trunk.state().gateways[0]).toMatchObject({ at: 'down' });
  });

  test('they are asked whether they live', async () => {
    const { trunk, peer } = await scripted();
    const asked = trunk.check();
    peer.answer(await peer.next('OPTIONS'), 404);
    await asked;
    expect(trunk.state().gateways[0]).toMatchObject({ at: 'up', roundTripMs: expect.any(Number) });
    const again = trunk.check();
    peer.answer(await peer.next('OPTIONS'), 503);
    await again;
    expect(trunk.state().gateways[0]).toMatchObject({ at: 'down' });
  });
});

describe('calls too large for a datagram', () => {
  const headers = { 'X-Long': 'x'.repeat(500), 'X-Longer': 'y'.repeat(500), 'X-Longest': 'z'.repeat(500) };

  test('go by TCP, and by UDP where nobody takes them so', async () => {
    const { trunk, peer } = await scripted({ headers }, { tcpPort: 0 });
    stage.dial(trunk, '+4930222');
    expect(headerOf(await peer.next('INVITE'), 'via')).toMatch(/^SIP\/2\.0\/UDP /);
    const received: string[] = [];
    const server = createServer((socket) => socket.on('data', (bytes) => void received.push(bytes.toString())));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const edge = await stage.edge({ tcpPort: 0 });
    const large = stage.carrier(edge, { domain: 'carrier.example', gateways: [{ host: '127.0.0.1', port }], headers });
    stage.dial(large, '+4930222').leg.listener.ended = () => {};
    await until('it came', () => received.length > 0);
    expect(headerOf(received[0]!, 'via')).toMatch(/^SIP\/2\.0\/TCP /);
    await large.close();
    server.close();
  });

  test('stay with UDP where the trunk knows nothing else', async () => {
    const { trunk, peer } = await scripted({ headers, largeByTcp: false }, { tcpPort: 0 });
    stage.dial(trunk, '+4930222');
    expect((await peer.next('INVITE')).length).toBeGreaterThan(1_300);
  });
});

describe('a session that has an end', () => {
  const open = async (expires: string) => {
    const clock = handClock();
    const { trunk, peer } = await scripted({}, { after: clock.after, chance: () => 1 });
    return { clock, peer, ...(await answered(trunk, peer, [`Session-Expires: ${expires}`])) };
  };

  test('is renewed by us half way, again when both asked at once, and no more once it is gone', async () => {
    const { clock, peer, call } = await open('90;refresher=uac');
    clock.turn(45_000);
    const first = await peer.next('INVITE');
    expect(headerOf(first, 'session-expires')).toBe('90;refresher=uac');
    expect(headerOf(first, 'contact')).toMatch(/<sip:c/);
    peer.answer(first, 491);
    await peer.next('ACK');
    clock.turn(4_000);
    const second = await peer.next('INVITE');
    peer.answer(second, 200, { ...SDP, headers: ['Session-Expires: 90;refresher=uac'] });
    await peer.next('ACK');
    clock.turn(45_000);
    peer.answer(await peer.next('INVITE'), 481);
    await call.at('ended 481');
    expect(call.story).toEqual(['answered', 'ended 481']);
    await peer.next('BYE');
  });

  test('of which nothing is heard is asked about, and ended when they know nothing of it', async () => {
    const { clock, peer, call } = await open('1800;refresher=uas');
    expect(peer.count('OPTIONS')).toBe(0);
    clock.turn(30_000);
    const first = await peer.next('OPTIONS');
    peer.answer(first, 200);
    clock.turn(30_000);
    let second = await peer.next('OPTIONS');
    // The first is said again where its answer is still on its way.
    while (headerOf(second, 'cseq') === headerOf(first, 'cseq')) second = await peer.next('OPTIONS');
    peer.answer(second, 481);
    await call.at('ended 481');
  });

  test('and that they should renew is given up before its end', async () => {
    const { clock, peer, call } = await open('90;refresher=uas');
    clock.turn(59_000);
    expect(call.story).toEqual(['answered']);
    clock.turn(1_000);
    await call.at('ended 408');
    expect(headerOf(await peer.next('BYE'), 'reason')).toBe('Q.850;cause=102');
  });
});

describe('what carriers demand', () => {
  test('a longer session: the same call once more', async () => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const first = await peer.next('INVITE');
    peer.answer(first, 422, { headers: ['Min-SE: 2400'] });
    const second = await peer.next('INVITE');
    expect([headerOf(second, 'session-expires'), headerOf(second, 'cseq')]).toEqual(['2400', '2 INVITE']);
    expect(headerOf(second, 'call-id')).toBe(headerOf(first, 'call-id'));
    peer.answer(second, 200, SDP);
    await call.at('answered');
  });

  test('that we say their provisional answer arrived; early sound is told once', async () => {
    const { trunk, peer } = await scripted();
    const call = stage.dial(trunk, '+4930222');
    const invite = await peer.next('INVITE');
    peer.answer(invite, 183, { ...SDP, headers: ['Require: 100rel', 'RSeq: 17'] });
    const prack = await peer.next('PRACK');
    expect(headerOf(prack, 'rack')).toBe('17 1 INVITE');
    peer.answer(prack, 200);
    peer.answer(invite, 180, { headers: ['Require: 100rel', 'RSeq: 18'] });
    expect(headerOf(await peer.next('PRACK'), 'rack')).toBe('18 1 INVITE');
    peer.answer(invite, 200, SDP);
    await call.at('answered');
    expect(call.story).toEqual(['early', 'ringing', 'answered']);
  });

  test.each(['127.0.0.5', 'proxy.example'])('that requests take the way they recorded, by %s', async (host) => {
    const addresses = async (name: string): Promise<string[]> => (name === 'proxy.example' ? ['127.0.0.5'] : []);
    const names = { naptr: async () => [], srv: async () => [], addresses };
    const { trunk, peer, edge } = await scripted({}, { names });
    const proxy = await stage.peer(() => edge.ports.udp!, '127.0.0.5');
    const call = stage.dial(trunk, '+4930222');
    const far = '<sip:far@127.0.0.6:5999;lr>';
    const near = `<sip:near@${host}:${proxy.port};lr>`;
    peer.answer(await peer.next('INVITE'), 200, { ...SDP, headers: [`Record-Route: ${far}, ${near}`] });
    await call.at('answered');
    const ack = await proxy.next('ACK');
    expect(ack.match(/^Route: .*$/gm)).toEqual([`Route: ${near}`, `Route: ${far}`]);
    expect(ack).toMatch(new RegExp(`^ACK sip:peer@127\\.0\\.0\\.1:${peer.port} `));
    call.leg.hangUp();
    await proxy.next('BYE');
  });

  test('hold and resume, by every way there is; our sound stops and goes on', async () => {
    const { trunk, peer } = await scripted();
    const { call, of } = await answered(trunk, peer);
    let cseq = 10;
    const offer = async (...more: string[]): Promise<string> => {
      peer.ask('INVITE', { of, cseq, body: peerSdp(40_000, { more }) });
      const answer = await peer.next('SIP/2.0 200');
      peer.ask('ACK', { of, cseq: cseq++ });
      return answer;
    };
    expect(bodyOf(await offer('a=sendonly'))).toContain('a=recvonly');
    await call.at('held');
    expect(bodyOf(await offer('a=sendrecv'))).toContain('a=sendrecv');
    await call.at('resumed');
    expect(bodyOf(await offer('a=inactive'))).toContain('a=inactive');
    expect(headerOf(await offer(), 'contact')).toMatch(/<sip:c/);
    peer.ask('INVITE', { of, cseq, body: peerSdp(40_000, { address: '0.0.0.0' }) });
    expect(bodyOf(await peer.next('SIP/2.0 200'))).toContain('a=inactive');
    peer.ask('ACK', { of, cseq: cseq++ });
    await until('five changes', () => call.story.length === 6);
    expect(call.story).toEqual(['answered', 'held', 'resumed', 'held', 'resumed', 'held']);
    peer.ask('INVITE', { of, cseq, body: 'v=0\r\nm=audio 9 RTP/AVP 18\r\n' });
    expect(await peer.next('SIP/2.0 488')).toBeTruthy();
  });

  test('our offer in a 200, their answer in the ACK', async () => {
    const { trunk, peer } = await scripted();
    const { call, of } = await answered(trunk, peer);
    peer.ask('INVITE', { of, cseq: 5 });
    const offered = bodyOf(await peer.next('SIP/2.0 200'));
    expect(offered).toMatch(/m=audio \d+ RTP\/AVP 0 8 101/);
    peer.ask('ACK', { of, cseq: 5, body: peerSdp(40_000, { more: ['a=sendonly'] }) });
    await call.at('held');
  });

  test('a session renewed by UPDATE, and a key by INFO', async () => {
    const { trunk, peer } = await scripted();
    const { call, of } = await answered(trunk, peer, ['Session-Expires: 90;refresher=uas']);
    peer.ask('UPDATE', { of, cseq: 5, headers: ['Supported: timer', 'Session-Expires: 2400;refresher=uac'] });
    expect(headerOf(await peer.next('SIP/2.0 200'), 'session-expires')).toBe('2400;refresher=uac');
    peer.ask('UPDATE', { of, cseq: 6, headers: ['Session-Expires: 60'] });
    expect(headerOf(await peer.next('SIP/2.0 422'), 'min-se')).toBe('90');
    const info = peer.ask('INFO', { of, cseq: 7, body: 'Signal=5\r\nDuration=160' });
    expect(info).toContain('application/sdp');
    await peer.next('SIP/2.0 200');
    peer.send(
      info
        .replace('application/sdp', 'application/dtmf-relay')
        .replace(/branch=[^;]+/, 'branch=z9hG4bKkey')
        .replace('7 INFO', '8 INFO'),
    );
    await until('the key', () => call.keys() === '5');
  });

  test('nobody gets through to a call from outside it', async () => {
    const { trunk, peer } = await scripted();
    const { call, of } = await answered(trunk, peer);
    const wrong = { ...of, answer: of.answer.replace(/;tag=peer/, ';tag=guess') };
    peer.ask('BYE', { of: wrong, cseq: 5 });
    await peer.next('SIP/2.0 481');
    peer.ask('UPDATE', { of: wrong, cseq: 6, body: peerSdp(40_002, { more: ['a=sendonly'] }) });
    await peer.next('SIP/2.0 481');
    expect(call.story).toEqual(['answered']);
  });
});

test('whoever answers as a carrier does not send us into our own network: neither what follows nor the sound', async () => {
  const edge = await stage.edge();
  const [peer, inner] = [await stage.peer(() => edge.ports.udp!), await stage.peer(() => edge.ports.udp!, '127.0.0.2')];
  const gateways = [{ host: peer.address, port: peer.port }];
  const rules = { isAllowed: (address: string) => address === peer.address };
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways }, rules);
  const call = stage.dial(trunk, '+4930222');
  call.speak(500);
  const request = await peer.next('INVITE');
  const headers = [`Record-Route: <sip:${inner.address}:${inner.port};lr>`];
  peer.answer(request, 200, { headers, body: peerSdp(inner.port, { address: inner.address }) });
  await call.at('answered');
  await peer.next('ACK');
  expect(trunk.state().lastFault).toMatchObject({ what: 'privateAddress', detail: inner.address });
  call.leg.hangUp();
  peer.answer(await peer.next('BYE'), 200);
  expect(inner.received).toEqual([]);
});
