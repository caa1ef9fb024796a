import { createServer, type RequestListener } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openOutsideWire, type OutsideWireOptions } from './open-outside-wire.ts';

const never = new AbortController().signal;

function wireHere(options: OutsideWireOptions = { allowPrivate: true }) {
  const wire = openOutsideWire(options);
  onTestFinished(() => wire.close());
  return wire;
}

async function aServer(listener: RequestListener) {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  return { server, sockets, port: (server.address() as AddressInfo).port };
}
const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = '';
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
};
const closedOf = (wire: ReturnType<typeof wireHere>, url: string) =>
  new Promise<string>(
    (done) =>
      void wire.socket(
        { url },
        { onText() {}, onClosed: (problem, status) => done(`${problem?.reason ?? 'goodbye'} ${status ?? ''}`.trim()) },
      ),
  );

test.each([
  'http://127.0.0.1:9/',
  'https://127.0.0.1:9/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://169.254.169.254/',
])('%s is never called, by stream or by socket', async (url) => {
  const wire = wireHere({});
  const reason = url.startsWith('http:') ? 'badAddress' : 'privateAddress';
  await expect(wire.stream({ url, method: 'GET' }, never)).rejects.toMatchObject({ reason });
  expect(await closedOf(wire, url.replace(/^http/, 'ws'))).toBe(reason);
});

test('a name that leads to this machine is not followed there, whatever it said before', async () => {
  const { port, sockets } = await aServer((_request, reply) => void reply.end('inside'));
  let asked = 0;
  const wire = wireHere({
    allows: (address) => address !== '127.0.0.1',
    resolve: async () => (asked++, ['127.0.0.1']),
  });
  await expect(wire.stream({ url: `https://rebound.example:${port}/`, method: 'GET' }, never)).rejects.toMatchObject({
    reason: 'privateAddress',
  });
  expect(await closedOf(wire, `wss://rebound.example:${port}/`)).toBe('privateAddress');
  expect([asked, sockets.size]).toEqual([2, 0]);
});

test('names nobody knows, addresses with a password and other protocols come to nothing', async () => {
  const wire = wireHere({ allowPrivate: true, resolve: async () => [] });
  await expect(wire.stream({ url: 'http://nobody.example/', method: 'GET' }, never)).rejects.toMatchObject({
    reason: 'unreachable',
  });
  expect(await closedOf(wire, 'ws://nobody.example/')).toBe('unreachable');
  await expect(wire.stream({ url: 'http://me:secret@nobody.example/', method: 'GET' }, never)).rejects.toMatchObject({
    reason: 'badAddress',
  });
  await expect(wire.stream({ url: 'file:///etc/passwd', method: 'GET' }, never)).rejects.toMatchObject({
    reason: 'badAddress',
  });
  expect(await closedOf(wire, 'http://nobody.example/')).toBe('badAddress');
});

test('[FLOW-12] an answer is read while it comes, and a redirect is an answer like others', async () => {
  const first = Promise.withResolvers<void>();
  const { port } = await aServer(async (request, reply) => {
    if (request.url === '/away') return void reply.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    reply.write('one ');
    await first.promise;
    reply.end('two');
  });
  const wire = wireHere();
  const { body, status } = await wire.stream({ url: `http://localhost:${port}/`, method: 'POST', body: 'x' }, never);
  const pieces = body[Symbol.asyncIterator]();
  expect([status, Buffer.from((await pieces.next()).value!).toString()]).toEqual([200, 'one ']);
  first.resolve();
  expect(Buffer.from((await pieces.next()).value!).toString()).toBe('two');
  expect((await wire.stream({ url: `http://localhost:${port}/away`, method: 'GET' }, never)).status).toBe(302);
});

test('[FLOW-12] a connection is used again, and one the server gave up meanwhile is not missed', async () => {
  const { port, sockets } = await aServer((_request, reply) => void reply.end('here'));
  const wire = wireHere();
  const ask = async () =>
    textOf((await wire.stream({ url: `http://127.0.0.1:${port}/`, method: 'POST', body: '{}' }, never)).body);
  expect([await ask(), await ask(), sockets.size]).toEqual(['here', 'here', 1]);
  for (const socket of sockets) socket.resetAndDestroy();
  expect([await ask(), sockets.size]).toEqual(['here', 2]);
});

test('[FLOW-12] whoever gives up hangs up: before the answer, and in the middle of it', async () => {
  const { port, sockets } = await aServer((request, reply) => void (request.url === '/silent' || reply.write('one')));
  const wire = wireHere();
  const given = new AbortController();
  const silent = wire.stream({ url: `http://127.0.0.1:${port}/silent`, method: 'GET' }, given.signal);
  await expect.poll(() => sockets.size).toBe(1);
  given.abort();
  await expect(silent).rejects.toMatchObject({ reason: 'unreachable' });
  const { body } = await wire.stream({ url: `http://127.0.0.1:${port}/`, method: 'GET' }, never);
  for await (const _piece of body) break;
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
});

test('[FLOW-12] a machine that takes connections and says nothing to a socket is given up', async () => {
  const held: Socket[] = [];
  const server = createRawServer((socket) => void held.push(socket.on('error', () => {})));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        for (const socket of held) socket.destroy();
        server.close(() => closed());
      }),
  );
  expect(
    await closedOf(
      wireHere({ allowPrivate: true, connectMs: 100 }),
      `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ),
  ).toBe('tooSlow');
});

test('[FLOW-12] what a socket is sent before it is open arrives in order, and its end is told once', async () => {
  const { server, port } = await aServer((_request, reply) => void reply.end());
  const sockets = new WebSocketServer({ server, path: '/talk' });
  const received: string[] = [];
  sockets.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => {
      received.push(isBinary ? `bytes ${(data as Buffer).length}` : String(data));
      if (String(data) === 'bye') {
        socket.send('goodbye');
        socket.close(1_000);
      }
    }),
  );
  const socketEvents: string[] = [];
  const wire = wireHere();
  const ended = new Promise<void>((over) => {
    const socket = wire.socket(
      { url: `ws://127.0.0.1:${port}/talk`, headers: { authorization: 'Token x' } },
      {
        onText: (text) => socketEvents.push(text),
        onClosed: (problem, status) => {
          socketEvents.push(`closed ${problem} ${status}`);
          over();
        },
      },
    );
    const bytes = new Uint8Array([1, 2, 3]);
    socket.send(bytes);
    bytes.fill(0);
    socket.send('one');
    socket.send('bye');
  });
  await ended;
  expect([received, socketEvents]).toEqual([
    ['bytes 3', 'one', 'bye'],
    ['goodbye', 'closed null null'],
  ]);
  expect(await closedOf(wire, `ws://127.0.0.1:${port}/elsewhere`)).toBe('unreachable 400');
});
