import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import type { HomeMoved } from './homes.ts';
import { openHomeDoor } from './open-home-door.ts';

const TENANT = 7;
const SOON = { timeout: 10_000, interval: 20 };

/** A door to a home that answers its first call, over a connection that is kept, and does with the next what `then` says. */
async function aDoor(then: (answer: ServerResponse) => void) {
  let asked = 0;
  const server = createServer((_request, answer) => {
    asked += 1;
    if (asked === 2) then(answer);
    else answer.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const moved = new Set<HomeMoved>();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const door = openHomeDoor({
    ownPass: 'ours',
    enter: () => () => {},
    find: async () => ({ at: 'elsewhere', address, pass: 'theirs' }),
    missed: () => {},
    onMoved(listener) {
      moved.add(listener);
      return () => void moved.delete(listener);
    },
  });
  onTestFinished(() => {
    door.stop();
    server.closeAllConnections();
    server.close();
  });
  const pass = (method: string) => {
    const request = { method, url: '/cc/api', headers: {}, rawHeaders: [] } as unknown as IncomingMessage;
    return door.passOn(TENANT, { request, seen: { address: '192.0.2.1', site: '' }, body: { order: 1 } });
  };
  expect(await pass('POST')).toMatchObject({ status: 200 });
  return {
    pass,
    asked: () => asked,
    move: () => {
      for (const listener of moved) listener(TENANT, 'http://127.0.0.1:1');
    },
  };
}

test('[CC-12] an order whose home dies over it, or moves away from it, is not given a second time', async () => {
  const dies = await aDoor((answer) => void answer.socket?.destroy());
  await expect(dies.pass('POST')).rejects.toThrow(Failure);
  expect(dies.asked()).toBe(2);
  const moves = await aDoor(() => {});
  const order = expect(moves.pass('POST')).rejects.toThrow(Failure);
  await expect.poll(moves.asked, SOON).toBe(2);
  moves.move();
  await order;
  expect(moves.asked()).toBe(2);
});

test('[CC-12] what only asks is asked again when a kept connection is hung up', async () => {
  const { pass, asked } = await aDoor((answer) => void answer.socket?.destroy());
  expect(await pass('GET')).toMatchObject({ status: 200 });
  expect(asked()).toBe(3);
});

test('[CC-12] what only asks is asked of the next home when its home moves away meanwhile', async () => {
  const { pass, asked, move } = await aDoor(() => {});
  const question = pass('GET');
  await expect.poll(asked, SOON).toBe(2);
  move();
  expect(await question).toMatchObject({ status: 200 });
  expect(asked()).toBe(3);
});
