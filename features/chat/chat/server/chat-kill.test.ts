import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { endLeftovers, startProduct } from '#test/outage/product.ts';
import { testDb } from '#test/test-db.ts';
import { chatSocket } from '../contract.ts';
import { aBadLine, Sender } from './bad-line.fixture.ts';
import { aChatHouse, says } from './chat.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const { db, url, close } = await testDb();
afterAll(async () => {
  await endLeftovers();
  await close();
});

const aProduct = () =>
  startProduct({ DATABASE_URL: url, DEMO: '0', DATA_DIR: mkdtempSync(join(tmpdir(), 'openseat-kill-')) });
const portOf = ({ origin }: { origin: string }) => Number(new URL(origin).port);

test('[complaint 2] servers are killed in the middle of a talk on a bad line: every message is there once, in one order, on both sides', async () => {
  const home = await aChatHouse(db);
  const ana = await home.agent();
  const mei = await home.visitor();
  const desk = openChatDesk({
    db,
    clock: systemClock,
    log: openLog('silent'),
    files: {} as never,
    uploadLimits: {} as never,
    virusScan: {} as never,
  });
  const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
  await desk.line.serveNow(home.tenantId);
  await desk.stop();
  const token = await home.device(mei);

  let [serving, spare] = await Promise.all([aProduct(), aProduct()]);
  const line = await aBadLine(() => portOf(serving), 0.1);
  const agent = new Sender(
    () =>
      new Page(
        `ws://127.0.0.1:${line.port}${chatSocket.path}?wind_unique_id=t&lang=en_US&last_event_id=${agent.position}`,
        [ana.token],
      ),
    (client_id, text) => ({ type: 'send', message: { conversation_id: id, client_id, text } }),
  );
  const visitor = new Sender(
    () => new Page(`ws://127.0.0.1:${line.port}${visitorSocket.path}?last_event_id=${visitor.position}`, [token]),
    (client_id, text) => ({ type: 'send', client_id, text }),
  );
  const talking = Promise.all([
    agent.sendAll(Array.from({ length: 45 }, (_, n) => `agent ${n}`)),
    visitor.sendAll(Array.from({ length: 15 }, (_, n) => `visitor ${n}`)),
  ]);
  for (const messages of [12, 35]) {
    await eventually(async () => expect((await home.messages(id)).length).toBeGreaterThan(messages), 60_000);
    const killed = serving;
    killed.child.kill('SIGKILL');
    await killed.ended;
    serving = spare;
    if (messages === 12) spare = await aProduct();
  }
  await talking;

  const stored = (await home.messages(id)).filter(({ kind, text }) => kind === 'text' && text !== 'hello');
  expect(stored.map(({ client_id }) => client_id).toSorted()).toEqual([...agent.sent, ...visitor.sent].toSorted());
  for (const [who, prefix] of [
    [agent, 'agent'],
    [visitor, 'visitor'],
  ] as const) {
    expect(stored.filter(({ text }) => text.startsWith(prefix)).map(({ text }) => Number(text.split(' ')[1]))).toEqual(
      who.sent.map((_, n) => n),
    );
    await eventually(async () => {
      await who.connected();
      const known = [...who.known]
        .toSorted(([a], [b]) => a - b)
        .filter(([, one]) => stored.some(({ client_id }) => client_id === one));
      expect(known).toEqual(stored.map(({ no, client_id }) => [no, client_id]));
    }, 30_000);
    await who.stop();
  }
  await line.close();
});
