import { afterEach, beforeEach, expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import { headerOf, peerSdp } from './scripted-peer.fixture.ts';
import { openTrunkStage, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

let stage: TrunkStage;
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(() => stage.close());

/** A message with a few bytes changed, a line gone or twice, or its end cut off. */
function spoilt(text: string, chance: () => number): string {
  const lines = text.split('\r\n');
  const at = Math.floor(chance() * lines.length);
  const line = lines[at]!;
  const cut = Math.floor(chance() * line.length);
  const odd = ['\u0000', '"', '<', '>', ';', ',', ':', '\r', '%', 'ü', '9'.repeat(40), ' '.repeat(99)];
  switch (Math.floor(chance() * 5)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, line);
      break;
    case 2:
      lines[at] = line.slice(0, cut) + odd[Math.floor(chance() * odd.length)] + line.slice(cut + 1);
      break;
    case 3:
      lines[at] = line.slice(0, cut);
      break;
    default:
      return text.slice(0, Math.floor(chance() * text.length));
  }
  return lines.join('\r\n');
}

test('nonsense of a carrier is told, breaks no other call, and leaves nothing behind', async () => {
  const edge = await stage.edge({ limits: { peer: { burst: 1e6, perSec: 1e6 } } });
  const peer = await stage.peer(() => edge.ports.udp!);
  const gateways = [{ host: peer.address, port: peer.port }];
  const trunk = stage.carrier(edge, { domain: 'carrier.example', gateways });
  trunk.onCall((leg) => leg.refuse(486));
  const call = stage.dial(trunk, '+4930222');
  const request = await peer.next('INVITE');
  const answer = peer.answer(request, 200, { body: peerSdp(40_000) });
  await call.at('answered');
  const of = { request, answer, isOurs: false };
  const chance = chanceOf(18);
  for (let turn = 0; turn < 160; turn++) {
    const method = ['INVITE', 'INFO', 'UPDATE', 'OPTIONS', 'PRACK', 'CANCEL', 'MESSAGE', 'REFER'][turn % 8]!;
    const within = turn % 2 === 0 ? { of } : { uri: 'sip:+4930222@us.example' };
    const body = peerSdp(40_000);
    // Made by the peer, spoilt before it is sent.
    const text = peer.ask(method, { ...within, cseq: 10 + turn, body, headers: ['Session-Expires: 1800'] });
    for (let times = 0; times < 3; times++)
      peer.send(spoilt(text.replace(/branch=z9hG4bK[^;]+/, `branch=z9hG4bKs${turn}x${times}`), chance));
    peer.send(spoilt(answer, chance));
    // Not more than a socket holds.
    await new Promise((done) => setImmediate(done));
  }
  peer.ask('OPTIONS', { uri: 'sip:us.example', callId: 'alive' });
  await until('it is still there', () => peer.received.some((text) => headerOf(text, 'call-id') === 'alive'));
  expect(stage.bugs).toEqual([]);
  expect(trunk.state().lastFault).toMatchObject({ what: 'nonsense' });
  call.leg.hangUp();
  await until('no call is left', () => trunk.state().calls.outgoing + trunk.state().calls.incoming === 0);
  await until('no port is left', () => edge.counts().rtpPorts === 0);
});
