import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loopbackEdge } from './loopback-edge.fixture.ts';
import { networkOf } from '../../sip-wires/network-of.ts';

describe('the websockets below /cc/sip/', () => {
  let line: Awaited<ReturnType<typeof loopbackEdge>>;
  beforeAll(async () => {
    line = await loopbackEdge({ servedElsewhere: (path) => path === '/elsewhere', limits: { socketsPerAddress: 3 } });
    line.server.on('upgrade', (request, socket) => {
      if (request.url === '/elsewhere') socket.end('HTTP/1.1 418 Elsewhere\r\n\r\n');
    });
  });
  afterAll(() => line.close());

  /** The status of a refused upgrade, or the subprotocol of an open socket. */
  const open = (path: string, protocols: string[] = ['sip'], origin?: string) =>
    new Promise<{ outcome: number | string; ws: WebSocket }>((done) => {
      const ws = new WebSocket(`ws://127.0.0.1:${line.port}${path}`, protocols, origin ? { origin } : {});
      ws.on('error', () => {});
      ws.on('unexpected-response', (_request, response) => {
        done({ outcome: response.statusCode!, ws });
        ws.terminate();
      });
      ws.on('open', () => done({ outcome: ws.protocol, ws }));
    });

  test.each([
    ['a line', '/cc/sip/main-1', ['sip'], undefined, 'sip'],
    ['a line among subprotocols', '/cc/sip/main', ['chat', 'sip'], undefined, 'sip'],
    ['our own page', '/cc/sip/main', ['sip'], 'own', 'sip'],
    ['no subprotocol', '/cc/sip/main', [], undefined, 400],
    ['another subprotocol', '/cc/sip/main', ['chat'], undefined, 400],
    ['a foreign page', '/cc/sip/main', ['sip'], 'https://evil.test', 403],
    ['no origin at all', '/cc/sip/main', ['sip'], 'null', 403],
    ['an unknown path', '/cc/sip/', ['sip'], undefined, 404],
    ['a path too deep', '/cc/sip/main/more', ['sip'], undefined, 404],
    ['a strange name', '/cc/sip/MAIN', ['sip'], undefined, 404],
    ['a path nobody serves', '/cc/other', ['sip'], undefined, 404],
    ['a path somebody else serves', '/elsewhere', ['sip'], undefined, 418],
  ])('%s', async (_name, path, protocols, origin, expected) => {
    const { outcome, ws } = await open(path, protocols, origin === 'own' ? `http://127.0.0.1:${line.port}` : origin);
    expect(outcome).toBe(expected);
    ws.terminate();
    await expect.poll(() => line.edge.stats().sockets).toBe(0);
  });

  test('one address has so many sockets and no more', async () => {
    const sockets = [];
    for (let count = 0; count < 3; count += 1) sockets.push((await open('/cc/sip/main')).ws);
    const { ws } = await open('/cc/sip/main');
    expect(await new Promise((done) => ws.on('close', done))).toBe(1013);
    expect(line.edge.stats().sockets).toBe(3);
    for (const socket of sockets) socket.terminate();
    await expect.poll(() => line.edge.stats().sockets).toBe(0);
  });

  test('[CALL-19] a browser answers pings by itself and stays; one that is gone is closed', async () => {
    let nowMs = 0;
    const { edge, server, close } = await loopbackEdge({ clock: { nowMs: () => nowMs } });
    const { port } = server.address() as AddressInfo;
    const opened = await Promise.all(
      [true, false].map((autoPong) => {
        const ws = new WebSocket(`ws://127.0.0.1:${port}/cc/sip/main`, ['sip'], { autoPong });
        return new Promise<WebSocket>((done) => ws.on('open', () => done(ws)));
      }),
    );
    const pinged = opened.map((ws) => new Promise((done) => ws.once('ping', done)));
    const gone = new Promise((done) => opened[1]!.once('close', done));
    await expect.poll(() => edge.stats().sockets).toBe(2);
    nowMs = 20_000;
    edge.tick();
    await Promise.all(pinged);
    // A ping of our own behind the pong, once answered, shows that the pong arrived.
    opened[0]!.ping();
    await new Promise((done) => opened[0]!.once('pong', done));
    nowMs = 24_000;
    edge.tick();
    expect(await gone).toBe(1001);
    expect(edge.stats().sockets).toBe(1);
    await close();
  });

  test('a message larger than 64 KB closes the socket, nothing else', async () => {
    const { ws } = await open('/cc/sip/main');
    ws.send('x'.repeat(70_000));
    expect(await new Promise((done) => ws.on('close', done))).toBe(1009);
    await expect.poll(() => line.edge.stats().sockets).toBe(0);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8:0:0::'],
    ['::1', '0:0:0:0::'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
});
