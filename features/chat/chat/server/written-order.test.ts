import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import {
  emptySendQueue,
  sendQueue,
  type SendQueue,
  type SendQueueEffect,
  type SendQueueEvent,
} from '#core/chat/send-queue.ts';
import { driveTimed } from '#core/timed-machine.ts';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { failures } from '#shared/errors.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import { chatSocket } from '../contract.ts';
import { aCutDatabase } from './cut-database.fixture.ts';
import { aChatHouse, says } from './chat.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const direct = await testDb();
const way = await aCutDatabase(direct.url);
const db = openDb({ url: way.url, max: 10, report: () => {} });
const server = await testServer({ db });
const desk = openChatDesk(server.world);
await server.built.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.built.http.server.address() as AddressInfo;
afterAll(async () => {
  await desk.stop();
  await server.close();
  await db.close();
  await way.close();
  await direct.close();
});

/** Somebody who writes at once whatever comes to mind; a line that closes is opened again, as pages do. */
function aWriter(begin: () => Page, wish: (client_id: string, text: string) => object) {
  const outbox: { id: string; text: string }[] = [];
  const refusals: string[] = [];
  let cuts = 0;
  let page: Page;
  let isOver = false;
  const queue = driveTimed<SendQueue, SendQueueEvent, SendQueueEffect>(
    sendQueue,
    emptySendQueue,
    ({ id }) => {
      if (page.socket.readyState === page.socket.OPEN)
        page.say(wish(id, outbox.find((one) => one.id === id)?.text ?? ''));
    },
    {
      after(ms, act) {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  const look = (): void => queue.send({ type: 'changed', first: outbox[0]?.id ?? null });

  function open(): void {
    page = begin();
    page.socket.on('open', () => queue.send({ type: 'lineOpened' }));
    page.socket.on('close', () => {
      cuts += 1;
      if (!isOver) setTimeout(open, 100);
    });
    page.socket.on('message', (raw) => {
      const { code, msg, data } = JSON.parse(String(raw)) as {
        code: number;
        msg: string;
        data: { client_id?: string };
      };
      if (code === failures.unavailable.code) {
        refusals.push(msg);
        return queue.send({ type: 'refusedForNow', id: msg });
      }
      const place = outbox.findIndex(({ id }) => id === data?.client_id);
      if (code !== 0 || place < 0) return;
      outbox.splice(place, 1);
      look();
    });
  }
  open();
  return {
    outbox,
    refusals,
    cuts: () => cuts,
    opened: () => (page.socket.readyState === page.socket.OPEN ? undefined : once(page.socket, 'open')),
    write(text: string): string {
      const id = randomUUID();
      outbox.push({ id, text });
      look();
      return id;
    },
    async leave() {
      isOver = true;
      queue.clearTimers();
      await page.leave();
    },
  };
}

test('[CHAT-08] [CHAT-07] [complaint 2] what visitor and agent write while the database is away arrives by itself, each in its order', async () => {
  const home = await aChatHouse(direct.db);
  const [ana, mei] = [await home.agent(), await home.visitor()];
  const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
  await desk.line.serveNow(home.tenantId);
  const token = await home.device(mei);
  const base = `ws://127.0.0.1:${port}`;
  const visitor = aWriter(
    () => new Page(`${base}${visitorSocket.path}`, [token]),
    (client_id, text) => ({ type: 'send', client_id, text }),
  );
  const agent = aWriter(
    () => new Page(`${base}${chatSocket.path}?wind_unique_id=t&lang=en_US`, [ana.token]),
    (client_id, text) => ({ type: 'send', message: { conversation_id: id, client_id, text } }),
  );
  await Promise.all([visitor.opened(), agent.opened()]);
  const writers = [
    [visitor, 'visitor'],
    [agent, 'agent'],
  ] as const;
  for (const [writer, name] of writers) writer.write(`${name} 0`);
  await eventually(() => expect([visitor.outbox, agent.outbox]).toEqual([[], []]));

  await way.cut();
  for (const [writer, name] of writers) {
    writer.write(`${name} 1`);
    writer.write(`${name} 2`);
  }
  for (const [writer] of writers) {
    // Either way the page knows that it was not stored.
    await eventually(() => expect(writer.refusals.length + writer.cuts()).toBeGreaterThan(0), 30_000);
  }
  await way.mend();
  for (const [writer, name] of writers) writer.write(`${name} 3`);
  await eventually(() => expect([visitor.outbox, agent.outbox]).toEqual([[], []]), 60_000);

  const stored = (await home.messages(id)).filter(({ kind }) => kind === 'text').map(({ text }) => text);
  for (const [writer, name] of writers) {
    expect(stored.filter((text) => text.startsWith(name))).toEqual([0, 1, 2, 3].map((no) => `${name} ${no}`));
    await writer.leave();
  }
});
