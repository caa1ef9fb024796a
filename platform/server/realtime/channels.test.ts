import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { channel } from '#shared/channel.ts';
import { failed } from '#shared/envelope.ts';
import { Failure, failures } from '#shared/errors.ts';
import { userChannel } from '#shared/user-channel.ts';
import { NETWORKS_SETTING } from '../sessions/allowed-networks.ts';
import { aMember, aSession, aTenant, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { serve } from './channels.ts';
import { aProcess, eventually, Page, push } from './realtime-process.fixture.ts';

/** A channel of a feature: proof by token, a function key, and a handler with opinions. */
const monitor = channel({
  path: '/test/monitor',
  access: 'monitoring.view',
  summary: 'For tests.',
  proof: 'subprotocol',
  up: z.object({
    type: z.enum(['ping', 'slow', 'fast', 'refuse', 'break', 'flood', 'sizes']),
    text: z.string().optional(),
  }),
  down: z.object({ kind: z.string() }),
  ping: { message: { type: 'ping' }, everyMs: 30_000, silenceMs: 70_000 },
  reconnect: { everyMs: 5_000, attempts: 60 },
});
let letSlowGo = (): void => {};
/** On both sides of where a length is written in another way. */
const sizes = [0, 1, ...[40, 32_745].flatMap((from) => Array.from({ length: 10 }, (_, by) => from + by))];
const happened: string[] = [];
const servedMonitor = serve(monitor, {
  opened: (connection) => connection.send({ kind: `hello ${connection.identity.name}` }),
  async message(connection, { type }) {
    if (type === 'refuse') throw new Failure('conflict', 'somebody was faster');
    if (type === 'break') throw new Error('a bug');
    if (type === 'slow') await new Promise<void>((go) => (letSlowGo = go));
    if (type === 'sizes') for (const length of sizes) connection.send({ kind: 'é'.repeat(length) });
    else if (type === 'flood')
      for (let index = 0; index < 50; index += 1) connection.send({ kind: 'x'.repeat(200_000) });
    else connection.send({ kind: type });
  },
  closed: (connection) => void happened.push(`closed ${connection.identity.name}`),
});

/** A channel whose tickets are for one thing only. */
const desk = channel({
  ...userChannel,
  path: '/test/desk',
  ticketPurpose: (query) => `/test/desk#${query.get('desk')}`,
});
const servedDesk = serve(desk, { opened: (connection) => connection.subscribe(), message() {} });

const { db, url, close } = await testDb();
const [first, second] = [
  await aProcess(url, { channels: [servedMonitor, servedDesk], hub: { maxUnread: 200_000 } }),
  await aProcess(url, { channels: [servedMonitor] }),
];
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await close();
});
const tenant = await aTenant(db);
const sofia = await aMember(db, tenant, { functions: ['monitoring.view'], name: 'Sofia' });

const address = `${first.address}${userChannel.path}`;
const monitorPage = (token: string, at = first.address): Page => new Page(`${at}${monitor.path}`, [token]);

test('a ticket opens one socket; used again, made up or missing it closes with 4002', async () => {
  const ana = await aMember(db, tenant);
  const ticket = await first.sessions.issueTicket(ana.sessionId, userChannel.path);
  const page = new Page(`${address}?token=${ticket}`);
  await page.ready();
  for (const query of [`?token=${ticket}`, '?token=made-up', '']) await new Page(address + query).closes(4002);
  const elsewhere = await first.sessions.issueTicket(ana.sessionId, '/another/channel');
  await new Page(`${address}?token=${elsewhere}`).closes(4002);
  expect(page.closed).toBeNull();
  await page.leave();
});

test('a ticket for one thing does not open another of the same channel', async () => {
  const ana = await aMember(db, tenant);
  const ticket = await first.sessions.issueTicket(ana.sessionId, '/test/desk#7');
  for (const query of ['desk=8', ''])
    await new Page(`${first.address}${desk.path}?token=${ticket}&${query}`).closes(4002);
  const page = new Page(`${first.address}${desk.path}?token=${ticket}&desk=7`);
  await page.ready();
  await page.leave();
});

test('[SEC-02] a socket from outside the networks its tenant names is closed as soon as they are named, and none is opened', async () => {
  const team = await aTenant(db);
  const [ana, noor] = [await aMember(db, team), await aMember(db, tenant)];
  const open = async ({ sessionId }: Member) =>
    new Page(`${address}?token=${await first.sessions.issueTicket(sessionId, userChannel.path)}`);
  const [page, others] = [await open(ana), await open(noor)];
  await page.ready();
  await others.ready();
  await db.everyTenant('an owner says it', async (tx) => {
    await sql`insert into tenant_setting (tenant_id, name, value) values (${team}, ${NETWORKS_SETTING}, '192.0.2.0/24 2001:db8::/32')`.execute(
      tx.as(),
    );
    await first.sessions.changed(tx, { tenantId: team });
  });
  await page.closes(4001);
  expect(page.received.at(-1)).toEqual(failed('networkNotAllowed'));
  await (await open(ana)).closes(4001);
  expect(others.closed).toBeNull();
  await others.leave();
});

test('text that no row can keep is refused like any other bad message', async () => {
  const page = monitorPage(sofia.token);
  await page.ready();
  for (const text of ['a\u0000b', '\ud800']) page.say({ type: 'fast', text });
  page.say({ type: 'fast', text: '🙂' });
  await eventually(() =>
    expect(page.received.slice(1)).toEqual([
      failed('invalidInput'),
      failed('invalidInput'),
      { code: 0, data: { kind: 'fast' }, msg: '' },
    ]),
  );
  await page.leave();
});

test('one person cannot open sockets without end; whoever leaves makes room, and others are not touched', async () => {
  const [greedy, modest] = [
    await aMember(db, tenant, { functions: ['monitoring.view'] }),
    await aMember(db, tenant, { functions: ['monitoring.view'] }),
  ];
  const pages = Array.from({ length: 100 }, () => monitorPage(greedy.token));
  for (const page of pages) await page.ready();
  const refused = monitorPage(greedy.token);
  await refused.closes(4009);
  expect(refused.received).toEqual([failed('tooManyRequests')]);
  await monitorPage(modest.token).ready();
  await pages[0]!.leave();
  await eventually(async () => {
    const again = monitorPage(greedy.token);
    await eventually(() => expect(again.received).toHaveLength(1));
    expect(again.received[0]!.code).toBe(0);
  });
  await Promise.all(pages.map((page) => page.leave()));
});

test('a token as subprotocol opens a socket and is echoed; an ended session closes with 4001', async () => {
  const page = monitorPage(sofia.token);
  await eventually(() => expect(page.data()).toEqual([{ kind: 'hello Sofia' }]));
  expect(page.socket.protocol).toBe(sofia.token);
  await monitorPage('made-up').closes(4001);
  await new Page(`${first.address}${monitor.path}`).closes(4001);
  await page.leave();
  await eventually(() => expect(happened).toContain('closed Sofia'));
});

test('a channel with a function key is closed to those without it', async () => {
  const ana = await aMember(db, tenant);
  const page = monitorPage(ana.token);
  await page.closes(4009);
  expect(page.received).toEqual([failed('notAllowed')]);
});

test('a page of another site is refused, one of a named partner is not', async () => {
  const open = async (origin: string) => {
    const ticket = await first.sessions.issueTicket(sofia.sessionId, userChannel.path);
    return new Page(`${address}?token=${ticket}`, [], origin);
  };
  const foreign = await open('https://evil.example');
  const [, answer] = (await once(foreign.socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(answer.statusCode).toBe(403);
  for (const origin of ['https://partner.example', first.address.replace('ws:', 'http:')]) {
    const page = await open(origin);
    await page.ready();
    await page.leave();
  }
});

test('an address nobody serves is refused', async () => {
  const page = new Page(`${first.address}/nowhere`);
  const [, answer] = (await once(page.socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(answer.statusCode).toBe(404);
});

test('ending a session closes its sockets in both processes with 4001, and no others', async () => {
  const ana = await aMember(db, tenant, { functions: ['monitoring.view'] });
  const other = await aSession(db, ana);
  const pages = [
    await first.page(ana.sessionId),
    await second.page(ana.sessionId),
    monitorPage(ana.token, second.address),
  ];
  const staying = await second.page(other.sessionId);
  await Promise.all([...pages, staying].map((page) => page.ready()));
  await db.everyTenant('sign-out', (tx) => first.sessions.end(tx, { sessionId: ana.sessionId }));
  for (const page of pages) await page.closes(4001);
  await staying.roundTrip();
  expect(staying.closed).toBeNull();
});

test('a session that ends while its socket is being opened does not get one', async () => {
  const ana = await aMember(db, tenant);
  const own = await aProcess(url);
  const { redeemTicket } = own.sessions;
  own.sessions.redeemTicket = async (...args) => {
    const identity = await redeemTicket(...args);
    const ended = Promise.withResolvers<void>();
    own.sessions.onEnded(() => ended.resolve());
    await db.everyTenant('sign-out', (tx) => first.sessions.end(tx, { sessionId: ana.sessionId }));
    await ended.promise;
    return identity;
  };
  await (await own.page(ana.sessionId)).closes(4001);
  await own.stop();
});

test('a session that expired, or whose end nobody heard, loses its sockets at the next check', async () => {
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  const [expired, unheard] = [await first.page(ana.sessionId), await first.page(budi.sessionId)];
  await Promise.all([expired.ready(), unheard.ready()]);
  await db.pool.query("update session set expires_at = now() - interval '1 s' where id = $1", [ana.sessionId]);
  await db.pool.query('update session set ended_at = now() where id = $1', [budi.sessionId]);
  await first.channels.checkSessions();
  await expired.closes(4001);
  await unheard.closes(4001);
});

test('rights that are lost while a socket is being opened are not had in it', async () => {
  const ana = await aMember(db, tenant, { functions: ['monitoring.view'] });
  const own = await aProcess(url, { channels: [servedMonitor] });
  const { identify } = own.sessions;
  own.sessions.identify = async (...args) => {
    const identity = await identify(...args);
    const changed = Promise.withResolvers<void>();
    own.sessions.onChanged(() => changed.resolve());
    await db.everyTenant('a role changed', async (tx) => {
      await sql`delete from member_role where user_id = ${ana.userId}`.execute(tx.as());
      await first.sessions.changed(tx, { userId: ana.userId });
    });
    await changed.promise;
    return identity;
  };
  await monitorPage(ana.token, own.address).closes(4009);
  await own.stop();
});

test('messages of every length arrive as they were said', async () => {
  const page = monitorPage(sofia.token);
  await page.ready();
  page.say({ type: 'sizes' });
  await eventually(() => expect(page.kinds()).toHaveLength(1 + sizes.length));
  expect(
    page
      .kinds()
      .slice(1)
      .map((kind) => kind.length),
  ).toEqual(sizes);
  expect(new Set(page.kinds().slice(1).join(''))).toEqual(new Set('é'));
  await page.leave();
});

test('a person who loses the function of a channel loses the socket', async () => {
  const ana = await aMember(db, tenant, { functions: ['monitoring.view'] });
  const page = monitorPage(ana.token);
  await page.ready();
  await db.everyTenant('a role changed', async (tx) => {
    await tx
      .as<{ member_role: { user_id: number } }>()
      .deleteFrom('member_role')
      .where('user_id', '=', ana.userId)
      .execute();
    await first.sessions.changed(tx, { userId: ana.userId });
  });
  await page.closes(4009);
});

test('malformed messages are answered with 400, and the fifth closes the socket with 4003', async () => {
  const page = await first.page(sofia.sessionId);
  await page.ready();
  for (const bad of ['{', '"ping"', { type: 'shout' }, { type: 'since', id: -1 }]) page.say(bad);
  await eventually(() => expect(page.received.slice(1)).toEqual(Array(4).fill(failed('invalidInput'))));
  page.say({ type: 'ping' });
  await eventually(() => expect(page.kinds()).toContain('pong'));
  page.socket.send(Buffer.from('{"type":"ping"}'), { binary: true });
  await page.closes(4003);
});

test('a message of more than 64 KB closes the socket', async () => {
  const page = await first.page(sofia.sessionId);
  await page.ready();
  page.say({ type: 'ping', filling: 'x'.repeat(65_536) });
  await page.closes(1009);
});

test('a page that talks without end is told 429 and then closed', async () => {
  const page = await first.page(sofia.sessionId);
  await page.ready();
  for (let index = 0; index < 300; index += 1) page.say({ type: 'ping' });
  await page.closes(4003);
  expect(page.received.filter(({ code }) => code === failures.tooManyRequests.code)).not.toHaveLength(0);
});

test('messages of one socket are dealt with one after another', async () => {
  const page = monitorPage(sofia.token);
  await page.ready();
  page.say({ type: 'slow' });
  page.say({ type: 'fast' });
  await page.roundTrip();
  expect(page.kinds()).toEqual(['hello Sofia']);
  letSlowGo();
  await eventually(() => expect(page.kinds()).toEqual(['hello Sofia', 'slow', 'fast']));
});

test('a refusal of a handler is answered, a bug is answered as unexpected and logged', async () => {
  const page = monitorPage(sofia.token);
  await page.ready();
  page.say({ type: 'refuse' });
  page.say({ type: 'break' });
  await eventually(() =>
    expect(page.received.slice(1)).toEqual([failed('conflict', 'somebody was faster'), failed('unexpected')]),
  );
  expect(first.lines.join('')).toContain('"channel":"/test/monitor"');
});

/** Seconds go by: clock and wheel of the process turn, and every line answers its pings. */
async function turn(process: typeof first, seconds: number, alive: Page[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    process.clock.turn(1_000);
    process.channels.tick();
    await Promise.all(alive.map((page) => page.roundTrip()));
  }
}

test('a frozen page is given up after 70 s although its line answers, one that pings is kept', async () => {
  const own = await aProcess(url);
  const [frozen, alive] = [await own.page(sofia.sessionId), await own.page(sofia.sessionId)];
  await Promise.all([frozen.ready(), alive.ready()]);
  await turn(own, 30, [frozen, alive]);
  alive.say({ type: 'ping' });
  await turn(own, 30, [frozen, alive]);
  alive.say({ type: 'ping' });
  expect(frozen.closed).toBeNull();
  await turn(own, 9, [frozen, alive]);
  expect(frozen.closed).toBeNull();
  for (let second = 0; second < 12; second += 1) await turn(own, 1, [alive]);
  await frozen.closes(1006);
  expect(alive.closed).toBeNull();
  await own.stop();
});

test('a browser that vanished without a word is given up within 25 s', async () => {
  const own = await aProcess(url);
  const [vanished, alive] = [await own.page(sofia.sessionId), await own.page(sofia.sessionId)];
  await Promise.all([vanished.ready(), alive.ready()]);
  vanished.socket.pause();
  await turn(own, 25, [alive]);
  await eventually(async () => expect((await own.metrics.sockets.get()).values[0]?.value).toBe(1));
  expect(alive.closed).toBeNull();
  vanished.socket.terminate();
  await own.stop();
});

test('a process that slept blames nobody for the silence', async () => {
  const own = await aProcess(url);
  const page = await own.page(sofia.sessionId);
  await page.ready();
  own.clock.turn(3_600_000);
  await turn(own, 10, [page]);
  page.say({ type: 'ping' });
  await turn(own, 15, [page]);
  expect(page.closed).toBeNull();
  await own.stop();
});

test('a reader that does not read is closed with 4008, and others are not held up', async () => {
  const [slow, quick] = [await first.page(sofia.sessionId), await first.page(sofia.sessionId)];
  await Promise.all([slow.ready(), quick.ready()]);
  slow.socket.pause();
  // More than the operating system keeps for it.
  const count = 50;
  for (let number = 0; number < count; number += 1) await push(db, tenant, { number, filling: 'x'.repeat(200_000) });
  await eventually(() => expect(quick.events()).toHaveLength(count));
  slow.socket.resume();
  await slow.closes(4008);
  expect(slow.events().length).toBeLessThan(count);
  // What it did read was whole and in order.
  expect(slow.bodies().map((body) => (body as { number: number }).number)).toEqual(
    Array.from({ length: slow.bodies().length }, (_, index) => index),
  );
  expect(quick.closed).toBeNull();
});

test('a handler that says more than its reader reads closes the socket too', async () => {
  const page = monitorPage(sofia.token);
  await page.ready();
  page.say({ type: 'flood' });
  await page.closes(4008);
});

test('a stopping process closes its sockets with 1012', async () => {
  const own = await aProcess(url);
  const page = await own.page(sofia.sessionId);
  await page.ready();
  await own.stop();
  await page.closes(1012);
});

test('a client that breaks off in the middle of its handshake harms nobody', async () => {
  const { port } = new URL(first.address);
  for (let index = 0; index < 5; index += 1) {
    const raw = connect(Number(port), '127.0.0.1');
    await once(raw, 'connect');
    raw.write(
      `GET ${userChannel.path}?token=x HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    raw.resetAndDestroy();
  }
  const page = await first.page(sofia.sessionId);
  await page.ready();
});

test('neither tickets nor tokens nor addresses are ever logged', async () => {
  const log = first.lines.join('');
  for (const secret of [sofia.token, 'token=', 'made-up', '?']) expect(log).not.toContain(secret);
});

test('the gauge counts open sockets by channel', async () => {
  const own = await aProcess(url, { channels: [servedMonitor] });
  const page = await own.page(sofia.sessionId);
  await page.ready();
  const value = async () =>
    (await own.metrics.sockets.get()).values.map(({ labels, value }) => [labels.channel, value]);
  expect(await value()).toEqual([[userChannel.path, 1]]);
  await page.leave();
  await eventually(async () => expect(await value()).toEqual([[userChannel.path, 0]]));
  await own.stop();
});

/** A channel for people outside the tenant, with shapes of its own. */
const guests = channel({
  ...userChannel,
  path: '/test/guests',
  access: 'public',
  proof: 'guest',
  down: z.object({ kind: z.string(), text: z.unknown() }),
});
const servedGuests = serve(guests, {
  admit: async (proof) =>
    proof.startsWith('guest-')
      ? { tenantId: tenant, guestId: Number(proof.slice('guest-'.length)), language: 'en-US' }
      : null,
  opened(connection) {
    const since = connection.query.get('since');
    connection.subscribe(since === null ? undefined : Number(since), {
      about: 'chat.',
      say: (down) =>
        down.kind === 'event' ? { kind: down.event, text: [down.id, down.body] } : { kind: down.kind, text: null },
    });
  },
  message() {},
});

test('a guest hears what is addressed to it, live and on return, in the words of its channel; never what is for everybody', async () => {
  const process = await aProcess(url, { channels: [servedGuests] });
  const pageOf = (proof: string, query = '') => new Page(`${process.address}${guests.path}${query}`, [proof]);
  await pageOf('made-up').closes(4001);
  const [seven, eight] = [pageOf('guest-7'), pageOf('guest-8')];
  await Promise.all([seven.ready(), eight.ready()]);
  const say = (kind: string, body: string, userId?: number) =>
    push(db, tenant, body, { kind, ...(userId === undefined ? {} : { to: { userId } }) });
  const textsOf = (page: Page) =>
    page.received
      .map(({ data }) => data as unknown as { kind: string; text: [number, string] | null })
      .filter(({ text }) => text)
      .map(({ text }) => text![1]);

  await say('chat.message', 'for all');
  await say('chat.message', 'one', -7);
  await say('other.kind', 'not of this channel', -7);
  await say('chat.message', 'two', -7);
  await eventually(() => expect(textsOf(seven)).toEqual(['one', 'two']));
  expect(textsOf(eight)).toEqual([]);
  // Without a session there is none that could have ended.
  await process.channels.checkSessions();
  expect(seven.closed).toBeNull();

  const position = (seven.received.at(-1)!.data as unknown as { text: [number, string] }).text[0];
  await seven.leave();
  await say('chat.message', 'for all again');
  await say('chat.message', 'three', -7);
  await say('chat.message', 'for eight', -8);
  const back = pageOf('guest-7', `?since=${position}`);
  await eventually(() => expect(textsOf(back)).toEqual(['three']));
  await process.stop();
});

test('a public channel that admits nobody itself is not served', async () => {
  await expect(aProcess(url, { channels: [{ ...servedGuests, handler: { message() {} } }] })).rejects.toThrow(
    /belongs to somebody/,
  );
});

test("kinds that have a channel of their own are left out of everybody's, live and on return", async () => {
  const process = await aProcess(url, { pushedElsewhere: ['chat.happened'] });
  const page = await process.page(sofia.sessionId);
  const { id } = (await page.ready()) as { id: number };
  for (const kind of ['chat.happened', 'other.kind', 'chat.happened', 'chat.other'])
    await push(db, tenant, kind, { kind });
  await eventually(() => expect(page.bodies()).toEqual(['other.kind', 'chat.other']));
  const again = await process.page(sofia.sessionId, { since: id });
  await eventually(() => expect(again.bodies()).toEqual(['other.kind', 'chat.other']));
  await process.stop();
});
