import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aCertificate } from './certificate.fixture.ts';
import type { TrunkWishes } from './open-trunk-carrier.ts';
import type { TrunkCarrier } from './trunk-carrier.ts';
import type { TrunkEdgeOptions } from './open-trunk-edge.ts';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import { openTrunkStage, type StagedCall, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

const OURS = 700;
const THEIRS = 1_300;

let stage: TrunkStage;
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(async () => {
  await stage.close();
  expect(stage.bugs).toEqual([]);
});

/** Two trunks that are each other's carrier. */
async function pair(
  wishes: Partial<TrunkWishes> = {},
  { transport = 'udp' as SipTransport, edge = {} as Partial<TrunkEdgeOptions>, host = '127.0.0.1' } = {},
): Promise<{ us: TrunkCarrier; them: TrunkCarrier; incoming: () => Promise<StagedCall> }> {
  const [ours, theirs] = await Promise.all([stage.edge(edge), stage.edge(edge)]);
  const way = (port: number | undefined) => ({ domain: host, gateways: [{ host, port: port!, transport }] });
  const us = stage.carrier(ours, { ...way(theirs.ports[transport]), ...wishes });
  const them = stage.carrier(theirs, { ...way(ours.ports[transport]), ...wishes });
  await Promise.all([us.check(), them.check()]);
  return { us, them, incoming: stage.incoming(them) };
}

async function talk(us: TrunkCarrier, incoming: () => Promise<StagedCall>): Promise<[StagedCall, StagedCall]> {
  const out = stage.dial(us, '+4930222');
  const into = await incoming();
  await into.leg.answer();
  await out.at('answered');
  out.speak(OURS);
  into.speak(THEIRS);
  await until('they hear us', () => String(into.hears()) === String([OURS]));
  await until('we hear them', () => String(out.hears()) === String([THEIRS]));
  return [out, into];
}

describe('a call between two trunks', () => {
  test('[CC-12] rings, speaks early, is answered, is heard both ways and ended by them', async () => {
    const { us, incoming } = await pair();
    const out = stage.dial(us, '+49 30 222', '+4930111');
    const into = await incoming();
    expect([into.leg.to, into.leg.from]).toEqual(['+4930222', '+4930111']);
    into.leg.ringing();
    await out.at('ringing');
    into.leg.earlyMedia();
    await out.at('early');
    into.speak(THEIRS);
    await until('early sound', () => String(out.hears()) === String([THEIRS]));
    await into.leg.answer();
    await out.at('answered');
    out.speak(OURS);
    await until('they hear us', () => String(into.hears()) === String([OURS]));
    into.leg.hangUp();
    await out.at('ended null 16');
    expect(out.story).toEqual(['ringing', 'early', 'answered', 'ended null 16']);
    await until('nothing is left', () => us.state().calls.outgoing === 0);
  });

  test('[CC-12] keys are heard both ways, two equal ones as two, and the sound is measured', async () => {
    const { us, incoming } = await pair();
    const [out, into] = await talk(us, incoming);
    for (const key of '11#') out.end.sendKey(key, 60);
    into.end.sendKey('7', 60);
    await until('our keys', () => into.keys() === '11#');
    await until('their key', () => out.keys() === '7');
    expect(out.end.quality()).toMatchObject({ packetsLost: 0 });
    expect(out.end.quality().packetsReceived).toBeGreaterThan(10);
    out.leg.hangUp();
    await into.at('ended null 16');
  });

  test.each([
    ['PCMA', { codecs: ['PCMA'] }, {}],
    ['SRTP', { security: 'sdes' }, {}],
    ['TCP', {}, { transport: 'tcp', edge: { tcpPort: 0 } }],
  ] as const)('[CC-12] by %s it is heard too', async (_name, wishes, way) => {
    const { us, incoming } = await pair(wishes, way);
    const [out, into] = await talk(us, incoming);
    into.leg.hangUp();
    await out.at('ended null 16');
  });

  test('[CC-12] by TLS, with SRTP: the certificate must bear the carrier’s name', async () => {
    const host = 'carrier.example';
    const { cert, key } = aCertificate(host);
    const names = { naptr: async () => [], srv: async () => [], addresses: async () => ['127.0.0.1'] };
    const edge = { names, tls: { port: 0, own: { cert, key }, trusted: [cert] } };
    const { us, incoming } = await pair({ security: 'sdes' }, { transport: 'tls', edge, host });
    const [out, into] = await talk(us, incoming);
    out.leg.hangUp();
    await into.at('ended null 16');
  });

  test.each([
    [486, 'ended 486'],
    [603, 'ended 603'],
    [404, 'ended 404'],
  ])('refused with %d', async (status, outcome) => {
    const { us, incoming } = await pair();
    const out = stage.dial(us, '+4930222');
    (await incoming()).leg.refuse(status);
    await out.at(outcome);
  });

  test('given up while it rings; the far end stops ringing', async () => {
    const { us, incoming } = await pair();
    const out = stage.dial(us, '+4930222');
    const into = await incoming();
    into.leg.ringing();
    await out.at('ringing');
    out.leg.hangUp();
    await into.at('ended null 16');
    await until('nothing is left', () => us.state().calls.outgoing === 0);
  });

  test('one secured, the other not: no sound in common, and both say so', async () => {
    const [ours, theirs] = await Promise.all([stage.edge(), stage.edge()]);
    const way = (port: number) => ({ domain: '127.0.0.1', gateways: [{ host: '127.0.0.1', port }] });
    const us = stage.carrier(ours, { ...way(theirs.ports.udp!), security: 'sdes' });
    const them = stage.carrier(theirs, way(ours.ports.udp!));
    await them.check();
    const out = stage.dial(us, '+4930222');
    await out.at('ended 488');
    expect(them.state().lastFault).toMatchObject({ what: 'noCommonSound' });
  });

  test('no more calls at once than the trunk has, and no more a second', async () => {
    const { us, incoming } = await pair({ callsAtOnce: 1 });
    const first = stage.dial(us, '+4930222');
    await incoming();
    const second = stage.dial(us, '+4930223');
    expect(second.story).toEqual(['ended 503 34']);
    expect(us.state().lastFault).toMatchObject({ what: 'tooManyCalls' });
    const help = stage.dial(us, '112');
    // It left, and it is they who have no place.
    await help.at('ended 486 34');
    first.leg.hangUp();
    const { us: slow } = await pair({ callsPerSec: 1 });
    const rush = Array.from({ length: 5 }, () => stage.dial(slow, '+4930222'));
    expect(rush.map(({ story }) => story.length)).toEqual([0, 0, 0, 0, 1]);
    expect(slow.state().lastFault).toMatchObject({ what: 'tooManyPerSecond' });
    for (const call of rush) call.leg.hangUp();
  });

  test('a trunk that is taken away ends its calls, and both sides hear of it', async () => {
    const { us, them, incoming } = await pair({}, { edge: { patience: { goodbyeMs: 10_000 } } });
    const [out, into] = await talk(us, incoming);
    const waiting = stage.dial(us, '+4930223');
    await incoming();
    await us.close();
    expect(out.story).toEqual(['answered', 'ended null 38']);
    expect(waiting.story).toEqual(['ended 503 38']);
    await into.at('ended null 16');
    await until('nothing is left there', () => them.state().calls.incoming === 0);
    const late = stage.dial(us, '+4930224');
    expect(late.story).toEqual(['ended 503 34']);
  });

  test('thirty calls at once, ended in every way: no port, call or dialog is left', async () => {
    const [ours, theirs] = await Promise.all([stage.edge(), stage.edge()]);
    const way = (port: number) => ({
      domain: '127.0.0.1',
      gateways: [{ host: '127.0.0.1', port }],
      callsPerSec: 1_000,
    });
    const us = stage.carrier(ours, way(theirs.ports.udp!));
    const them = stage.carrier(theirs, way(ours.ports.udp!));
    await them.check();
    const incoming = stage.incoming(them);
    const calls = Array.from({ length: 30 }, (_, at) => stage.dial(us, `+49302${at}`));
    const arrived = await Promise.all(calls.map(() => incoming()));
    await Promise.all(
      arrived.map(async (call, at) => {
        if (at % 5 === 0) return call.leg.refuse(486);
        if (at % 5 === 1) return call.leg.ringing();
        await call.leg.answer();
        if (at % 5 === 2) call.leg.hangUp();
      }),
    );
    await until('answers arrived', () => calls.filter(({ story }) => story.length > 0).length === 30);
    for (const call of calls) call.leg.hangUp();
    await until('all is over', () => ours.counts().rtpPorts === 0 && theirs.counts().rtpPorts === 0);
    for (const { calls: left } of [us.state(), them.state()]) expect(left).toEqual({ outgoing: 0, incoming: 0 });
  });
});
