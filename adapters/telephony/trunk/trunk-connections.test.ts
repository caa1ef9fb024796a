import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrunkStage, type TrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

let stage: TrunkStage;
const servers: Server[] = [];
const sockets = new Set<Socket>();
beforeEach(() => {
  stage = openTrunkStage();
});
afterEach(async () => {
  await stage.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A carrier of bare streams: answers what it is asked by 200, and counts who is connected. */
async function aStreamCarrier(address = '127.0.0.1') {
  const open = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      received.push(text);
      const kept = text.split('\r\n').filter((line) => /^(?:via|from|to|call-id|cseq|contact):/i.test(line));
      const lines = kept.map((line) => (/^to:/i.test(line) ? `${line};tag=x` : line));
      socket.write(['SIP/2.0 200 OK', ...lines, 'Content-Length: 0', '', ''].join('\r\n'));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => void server.listen(0, address, done));
  return { port: (server.address() as { port: number }).port, open, heard: received };
}

test('[CC-12] a connection nothing is said on is closed, one a registration hangs on is kept', async () => {
  const edge = await stage.edge({ tcpPort: 0, idleMs: 40 });
  const [idle, kept] = [await aStreamCarrier(), await aStreamCarrier()];
  const gateway = (port: number) => [{ host: '127.0.0.1', port, transport: 'tcp' as const }];
  const account = { user: 'ana', password: 'geheim' };
  const registered = stage.carrier(edge, {
    domain: 'kept.example',
    gateways: gateway(kept.port),
    account,
    register: { seconds: 600 },
  });
  await until('registered', () => registered.state().registration.at === 'registered');
  const asked = stage.carrier(edge, { domain: 'idle.example', gateways: gateway(idle.port) });
  await asked.check();
  expect(asked.state().gateways[0]).toMatchObject({ at: 'up' });
  await until('it was opened and closed', () => idle.heard.length > 0 && idle.open.size === 0);
  // It had as long to be closed.
  expect([kept.open.size, registered.state().registration.at]).toEqual([1, 'registered']);
  // Whoever has something to say opens another, and nothing went wrong meanwhile.
  await asked.check();
  expect(asked.state()).toMatchObject({ gateways: [{ at: 'up' }], lastFault: null });
});

test('[CC-12] one team’s connections keep no other from having any, in either direction', async () => {
  const edge = await stage.edge({ tcpPort: 0 });
  const carrier = await aStreamCarrier();
  const crowd = Array.from({ length: 8 }, (_, at) => ({
    host: `127.0.2.${at + 1}`,
    port: 9,
    transport: 'tcp' as const,
  }));
  stage.carrier(
    edge,
    { domain: 'crowd.example', gateways: crowd, signallingFrom: ['127.0.2.0/24'] },
    { owner: 'tenant 1' },
  );
  const theirs: Socket[] = [];
  let dropped = 0;
  for (let at = 0; at < 60; at++) {
    const socket = connect({ host: '127.0.0.1', port: edge.ports.tcp!, localAddress: `127.0.2.${100 + at}` });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => dropped++);
    await once(socket, 'connect');
    theirs.push(socket);
  }
  await until('no more than fifty are let in', () => dropped === 10);
  const other = stage.carrier(
    edge,
    { domain: 'other.example', gateways: [{ host: '127.0.0.1', port: carrier.port, transport: 'tcp' }] },
    { owner: 'tenant 2' },
  );
  await other.check();
  expect(other.state().gateways[0]).toMatchObject({ at: 'up' });
  expect(edge.counts().dropped).toBe(10);
});
