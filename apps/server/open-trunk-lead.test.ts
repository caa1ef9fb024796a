import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { carrierCall, type CarrierLeg } from '#adapters/telephony/carrier.ts';
import { ledCarrier } from '#adapters/telephony/trunk/led-carrier.ts';
import type { TenantHome } from '#platform/server/homes/homes.ts';
import { passedOn } from '#platform/server/homes/passed-on.ts';
import { openTrunkLead, serveLedCalls, TRUNK_LED_PATH } from './open-trunk-lead.ts';

// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it.
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 10 });
const PASS = 'a pass';

/** The process where numbers are answered: what it took, by which line. */
let home: { address: string; taken: [string, CarrierLeg][]; takes: boolean; stop(): void };
let server: Server;
beforeEach(async () => {
  server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const taken: [string, CarrierLeg][] = [];
  const led = serveLedCalls(
    server,
    (request) => passedOn(PASS, request),
    (carrier, leg) => home.takes && taken.push([carrier, leg]) > 0,
  );
  home = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, takes: true, stop: led.stop };
});
afterEach(async () => {
  home.stop();
  await new Promise((done) => server.close(done));
});

/** The process where a carrier calls; `outside` is the carrier. */
function aCall(at: Partial<TenantHome> = {}) {
  const here: CarrierLeg[] = [];
  const missed: string[] = [];
  const story: string[] = [];
  let listener: (leg: CarrierLeg) => void = () => {};
  const lead = openTrunkLead({
    homes: {
      find: async () => ({ at: 'elsewhere', address: home.address, pass: PASS, ...at }) as TenantHome,
      missed: (_tenantId, address) => void missed.push(address),
    },
    tenantOf: async (number) => (number === '+49301' ? 7 : null),
    certificate: null,
  });
  const carrier = ledCarrier({ place: () => {}, stop: () => {}, onCall: (given) => void (listener = given) }, (leg) =>
    lead('lent-house', leg),
  );
  carrier.onCall((leg) => void here.push(leg));
  const call = (to = '+49301') => {
    const word = { attestation: 'B', divertedFrom: '+49309', divertedBecause: 'busy' } as const;
    const { near, far: outside } = carrierCall(to, '+49302', { 'x-a': 'b' }, word);
    let frames = 0;
    outside.listener = {
      ringing: () => void story.push('ringing'),
      answered: () => void story.push('answered'),
      held: (held) => void story.push(held ? 'held' : 'resumed'),
      key: (key) => void story.push(`key ${key}`),
      frame: (frame) => void (frames += frame.length === 160 ? 1 : 0),
      ended: (status, q850) => void story.push(`ended ${status} ${q850}`),
    };
    listener(near);
    return { outside, frames: () => frames };
  };
  return { call, here, missed, story };
}

async function taken(): Promise<CarrierLeg> {
  await soon(() => home.taken.length).toBe(1);
  expect(home.taken[0]![0]).toBe('lent-house');
  return home.taken[0]![1];
}

test('[CC-12] a call over a lent trunk for a team at home elsewhere is answered there, with sound and keys both ways', async () => {
  const { call, here, story } = aCall();
  const { outside, frames } = call();
  const leg = await taken();
  expect([leg.to, leg.from, leg.headers, leg.networkWord]).toEqual([
    '+49301',
    '+49302',
    { 'x-a': 'b' },
    { attestation: 'B', divertedFrom: '+49309', divertedBecause: 'busy' },
  ]);
  const events: string[] = [];
  let bytes = 0;
  leg.listener = {
    frame: (frame) => void (bytes += frame.length),
    key: (key) => void events.push(`key ${key}`),
    ended: (status, q850) => void events.push(`ended ${status} ${q850}`),
  };
  leg.ringing();
  await leg.answer();
  expect(story).toEqual(['ringing', 'answered']);
  outside.send(new Uint8Array(160));
  leg.send(new Uint8Array(160));
  outside.pressKey('5');
  leg.pressKey('#');
  leg.hold(true);
  await soon(() => [bytes, frames(), events, story.slice(2)]).toEqual([160, 1, ['key 5'], ['key #', 'held']]);
  outside.hangUp(16);
  await soon(() => events.at(-1)).toBe('ended null 16');
  expect(here).toEqual([]);
});

test('[CC-12] what the home refuses is refused to the carrier as it said, and who hangs up first is heard', async () => {
  const refused = aCall();
  refused.call();
  (await taken()).refuse(486, 17);
  await soon(() => refused.story).toEqual(['ended 486 17']);
  home.taken.splice(0);
  const given = aCall();
  const { outside } = given.call();
  const leg = await taken();
  const events: string[] = [];
  leg.listener = { ended: (status, q850) => void events.push(`ended ${status} ${q850}`) };
  outside.hangUp(31);
  await soon(() => events).toEqual(['ended null 31']);
});

test('[CC-12] a call that ends before it is known where it goes rings nowhere', async () => {
  const { call, here } = aCall();
  const { outside } = call();
  outside.hangUp(null);
  const { call: again } = aCall();
  again();
  await taken();
  expect(here).toEqual([]);
});

test('[CC-12] a home that dies, is not there or takes nobody else’s calls: the carrier hears that it cannot be', async () => {
  const dying = aCall();
  dying.call();
  await taken();
  home.stop();
  await soon(() => dying.story).toEqual(['ended 503 38']);
  const gone = aCall({ address: 'http://127.0.0.1:1' });
  gone.call();
  await soon(() => gone.story).toEqual(['ended 503 38']);
  expect(gone.missed).toEqual(['http://127.0.0.1:1']);
});

test('[CC-12] nobody leads calls to us without our pass, and a line we do not have takes none', async () => {
  const stranger = aCall({ pass: 'another' });
  stranger.call();
  await soon(() => stranger.story).toEqual(['ended 503 38']);
  expect(home.taken).toEqual([]);
  home.takes = false;
  const unknown = aCall();
  unknown.call();
  await soon(() => unknown.story).toEqual(['ended 503 null']);
});

test('[CC-12] a stranger is refused whatever stands behind the path, and ends nothing by hanging up meanwhile', async () => {
  const { hostname, port } = new URL(home.address);
  const left: Duplex[] = [];
  server.on('upgrade', (_request, socket: Duplex) => void left.push(socket));
  for (const path of [TRUNK_LED_PATH, `${TRUNK_LED_PATH}?pass=guessed`]) {
    const stranger = connect(Number(port), hostname);
    stranger.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    const [answer] = (await once(stranger, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
    stranger.destroy();
  }
  expect(left.map((socket) => socket.listenerCount('error') > 0)).toEqual([true, true]);
  expect(home.taken).toEqual([]);
});

test('[CC-12] calls for teams at home here, and for nobody’s numbers, stay here', async () => {
  const own = aCall({ at: 'here' });
  const { outside, frames } = own.call();
  await soon(() => own.here.length).toBe(1);
  own.here[0]!.ringing();
  own.here[0]!.send(new Uint8Array(160));
  expect([own.story, frames()]).toEqual([['ringing'], 1]);
  outside.hangUp(null);
  const nobodys = aCall();
  nobodys.call('+49399');
  await soon(() => nobodys.here.length).toBe(1);
  expect(home.taken).toEqual([]);
});
