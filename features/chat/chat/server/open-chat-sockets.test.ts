import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import type { Member } from '#test/builders.ts';
import { CloseCode } from '#shared/channel.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { chatApi, chatSocket, type ChatMessage, type ChatSocketDown, type Conversation } from '../contract.ts';
import { aBadLine, Sender } from './bad-line.fixture.ts';
import { aChatHouse, says, type ChatHouse } from './chat.fixture.ts';
import type { ChatDesk } from './chat-desk.ts';
import { openChatDesk } from './open-chat-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let desk: ChatDesk;
let port: number;
const clock = handClock();
beforeAll(async () => {
  server = await testServer({ clock });
  desk = openChatDesk({ ...server.world, clock });
  await server.built.http.listen({ host: '127.0.0.1', port: 0 });
  port = (server.built.http.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await desk.stop();
  await server.close();
});

const house = () => aChatHouse(server.world.db, clock);
const addressOf = (query: Record<string, string | number> = {}, at = port) =>
  `ws://127.0.0.1:${at}${chatSocket.path}?${new URLSearchParams({ wind_unique_id: 'tab', lang: 'en_US', ...(query as Record<string, string>) })}`;
const open = (who: Member, query: Record<string, string | number> = {}) => new Page(addressOf(query), [who.token]);
const framesOf = (page: Page): ChatSocketDown[] =>
  page.received.flatMap(({ code, data }) => (code === 0 ? [data as unknown as ChatSocketDown] : []));
const ready = (page: Page) =>
  eventually(() => expect(framesOf(page)).toContainEqual(expect.objectContaining({ kind: 'ready' })));
const expectFrame = (page: Page, shape: unknown) => eventually(() => expect(framesOf(page)).toContainEqual(shape));
const ask = async <D>(who: Member, call: 'list' | 'messages', input: Record<string, unknown> = {}): Promise<D> => {
  const { method, path } = chatApi[call];
  return (
    await server.ask(method, path.replace('{conversation_id}', String(input['conversation_id'])), {
      token: who.token,
      ...(method === 'GET' ? { query: { size: '200' } } : { body: input }),
    })
  ).data as D;
};
async function aTalk(home: ChatHouse) {
  const ana = await home.agent({ online: false });
  const mei = await home.visitor();
  const page = open(ana);
  await ready(page);
  await home.goOnline(ana);
  const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
  await desk.line.serveNow(home.tenantId);
  await expectFrame(page, [expect.objectContaining({ id, state: 'open', agent_id: ana.userId })]);
  return { ana, mei, page, id };
}

describe('the shapes of the specification', () => {
  test('[CHAT-01] the socket opens with the token as subprotocol and answers pings; other tokens are closed with 4001', async () => {
    const home = await house();
    const ana = await home.agent({ online: false });
    const page = open(ana);
    await ready(page);
    expect(page.socket.protocol).toBe(ana.token);
    expect(page.received[0]).toEqual({
      code: 0,
      data: { kind: 'ready', event_id: expect.any(Number), now_ms: expect.any(Number) },
      msg: '',
    });
    page.say({ type: 'ping' });
    await expectFrame(page, { kind: 'pong' });
    expect(chatSocket).toMatchObject({
      path: '/home/api/saas/chat',
      ping: { message: { type: 'ping' }, everyMs: 30_000 },
      reconnect: { everyMs: 5_000, attempts: 60 },
    });
    await new Page(addressOf(), ['nonsense']).closes(4001);
    await server.world.db.everyTenant('signed out', (tx) =>
      server.world.sessions.end(tx, { sessionId: ana.sessionId }),
    );
    await page.closes(4001);
    const noRight = await home.agent({ online: false, functions: [] });
    await open(noRight).closes(4009);
  });

  test('[CHAT-03] [CHAT-04] lists, customers’ messages, how far ours got, emoji and shut out visitors come in their shapes', async () => {
    const { ana, mei, page, id } = await aTalk(await house());
    await desk.fromVisitor(mei, says('are you there?'));
    await expectFrame(
      page,
      expect.objectContaining({
        chat_type: 1,
        user_id: ana.userId,
        conversation_id: id,
        message: expect.objectContaining({ text: 'are you there?', no: 3 }),
      }),
    );
    const client_id = randomUUID();
    page.say({ type: 'send', message: { conversation_id: id, client_id, text: 'yes' } });
    await expectFrame(page, expect.objectContaining({ chat_type: 0, status: 1, client_id, no: 4, event_id: 0 }));
    await desk.visitorRead(mei, 4);
    await expectFrame(page, expect.objectContaining({ chat_type: 0, status: 3, conversation_id: id, no: 4 }));
    const message = (await ask<ChatMessage[]>(ana, 'messages', { conversation_id: id }))[0]!;
    const agent = { tenantId: ana.tenantId, userId: ana.userId, name: 'Ana', needsMasking: false, supervises: false };
    await desk.agents.react(agent, message.id, '🙂');
    await expectFrame(page, expect.objectContaining({ emoji_flag: 1, message_id: message.id, emoji: '🙂' }));
    await desk.agents.block(agent, id, '');
    await expectFrame(page, expect.objectContaining({ blacklisted: true, conversation_id: id }));
    await expectFrame(page, [expect.objectContaining({ id, state: 'closed', blocked: true })]);
    await page.leave();
  });

  test('[CHAT-06] what cannot be sent is answered with a code and the client id', async () => {
    const { page, id } = await aTalk(await house());
    const client_id = randomUUID();
    page.say({ type: 'send', message: { conversation_id: id + 100_000, client_id, text: 'x' } });
    await eventually(() => expect(page.received).toContainEqual({ code: 404, data: null, msg: client_id }));
    page.say({ type: 'send', message: { conversation_id: id, client_id: 'no uuid', text: 'x' } });
    await eventually(() => expect(page.received).toContainEqual(expect.objectContaining({ code: 400 })));
    await page.leave();
  });

  test('[CHAT-07] both see that the other is typing', async () => {
    const home = await house();
    const { mei, page, id } = await aTalk(home);
    const visitor = new Page(`ws://127.0.0.1:${port}${visitorSocket.path}`, [await home.device(mei)]);
    await eventually(() => expect(visitor.received.length).toBeGreaterThan(0));
    page.say({ type: 'typing', conversation_id: id });
    await eventually(() => expect(visitor.data()).toContainEqual({ kind: 'typing', name: expect.any(String) }));
    visitor.say({ type: 'typing' });
    await expectFrame(page, { typing: true, conversation_id: id, name: '' });
    await visitor.leave();
    await page.leave();
  });

  test('[SEC-01] who sees stars gets no number or address through the socket; who may not see a conversation hears nothing of it', async () => {
    const home = await house();
    const masked = await home.agent({ online: false, needsMasking: true });
    const stranger = await home.agent({ online: false, groups: [] });
    const [page, other] = [open(masked), open(stranger)];
    await Promise.all([ready(page), ready(other)]);
    const mei = await home.visitor({ name: 'Mei', email: 'mei.lin@mail.example', phone: '525512345678' });
    const { id } = (await desk.fromVisitor(mei, says('the secret'))).conversation;
    await expectFrame(page, [expect.objectContaining({ id, state: 'waiting', phone: '52******5678' })]);
    const boss = await home.agent({ online: false, groups: [], functions: ['chat.use', 'chat.supervise'] });
    await desk.agents.take(
      { tenantId: home.tenantId, userId: boss.userId, name: 'Boss', needsMasking: false, supervises: true },
      id,
    );
    await expectFrame(page, { left: id });
    expect(JSON.stringify(page.received)).not.toMatch(/525512345678|mei\.lin/);
    // The number, whole or masked; two digits of it stand in any clock.
    expect(JSON.stringify(other.received)).not.toMatch(/secret|Mei|5512345678|\*{3}/);
    await Promise.all([page.leave(), other.leave()]);
  });

  test('[SHELL-31] without a text seat there is no socket; a supervisor reads along and takes no seat', async () => {
    const home = await house();
    const [stranger, boss] = [
      await home.agent({ online: false, textSeat: false }),
      await home.agent({ online: false, textSeat: false, functions: ['chat.use', 'chat.supervise'], groups: [] }),
    ];
    await open(stranger).closes(CloseCode.notAllowed);
    const page = open(boss);
    await ready(page);
    const { id } = (await desk.fromVisitor(await home.visitor(), says('hello'))).conversation;
    await expectFrame(page, [expect.objectContaining({ id, state: 'waiting' })]);
    const { rows } = await server.world.db.pool.query('select 1 from chat_socket where user_id = any($1)', [
      [boss.userId, stranger.userId],
    ]);
    expect(rows).toEqual([]);
    await page.leave();
  });

  test('[complaint 9] a page that closes leaves its row; an agent there has one', async () => {
    const home = await house();
    const ana = await home.agent({ online: false });
    const rows = () =>
      server.world.db.everyTenant(
        'looks',
        async (tx) => (await sql`select 1 from chat_socket where user_id = ${ana.userId}`.execute(tx.as())).rows.length,
      );
    const [one, two] = [open(ana), open(ana)];
    await Promise.all([ready(one), ready(two)]);
    expect(await rows()).toBe(2);
    one.socket.terminate();
    await expect.poll(rows).toBe(1);
    await two.leave();
    await expect.poll(rows).toBe(0);
  });
});

/** What an agent's page knows: its lists and the messages of its conversations. */
class Inbox {
  conversations = new Map<number, Pick<Conversation, 'state' | 'agent_id' | 'last_no'>>();
  messages = new Map<string, ChatMessage>();
  position = 0;
  reloads = 0;
  private read = 0;
  private readonly who: Member;
  constructor(who: Member) {
    this.who = who;
  }

  async load(): Promise<void> {
    this.conversations.clear();
    for (const filter of ['mine', 'waiting'])
      for (const one of (await ask<{ list: Conversation[] }>(this.who, 'list', { filter })).list) this.put(one);
    for (const [id] of this.conversations) await this.catchUp(id);
  }
  async take(page: Page): Promise<void> {
    const frames = framesOf(page).slice(this.read);
    this.read += frames.length;
    for (const down of frames) {
      if (Array.isArray(down))
        for (const one of down as Conversation[]) {
          this.put(one);
          if (this.conversations.has(one.id)) await this.catchUp(one.id);
        }
      else if ('kind' in down && down.kind === 'reload') {
        this.reloads += 1;
        await this.load();
      } else if ('left' in down) this.conversations.delete(down.left);
      else if ('message' in down && down.message) this.keep(down.message);
      if (!Array.isArray(down) && 'event_id' in down) this.position = Math.max(this.position, down.event_id);
    }
  }
  beginPage(): void {
    this.read = 0;
  }
  private put({ id, state, agent_id, last_no }: Conversation): void {
    if (state === 'waiting' || (state === 'open' && agent_id === this.who.userId))
      this.conversations.set(id, { state, agent_id, last_no });
    else this.conversations.delete(id);
  }
  private keep(message: ChatMessage): void {
    const key = `${message.conversation_id}:${message.no}`;
    const known = this.messages.get(key);
    if (known && known.client_id !== message.client_id) throw new Error(`two messages are number ${message.no}`);
    this.messages.set(key, message);
    const one = this.conversations.get(message.conversation_id);
    if (one) one.last_no = Math.max(one.last_no, message.no);
  }
  private async catchUp(id: number): Promise<void> {
    for (const message of await ask<ChatMessage[]>(this.who, 'messages', { conversation_id: id })) this.keep(message);
  }
  /** To compare with a fresh load. */
  view() {
    const shown = [...this.conversations].toSorted(([a], [b]) => a - b);
    return shown.map(([id, one]) => ({
      id,
      ...one,
      texts: [...this.messages.values()]
        .filter(({ conversation_id }) => conversation_id === id)
        .toSorted((a, b) => a.no - b.no)
        .map(({ no, text, event }) => `${no} ${text}${event?.what ?? ''}`),
    }));
  }
}

describe('coming back', () => {
  test.each([
    ['5 s', 5_000, 3],
    ['5 min', 300_000, 25],
    ['4 h', 4 * 3_600_000, 2_300],
  ])(
    '[complaint 2] after %s away the page knows what a fresh load shows, each message once',
    async (_, awayMs, events) => {
      const home = await house();
      await home.setting('ChatGreetAtOnce', 3);
      const ana = await home.agent({ online: false, capacity: 3 });
      await home.goOnline(ana);
      const visitors = await Promise.all(Array.from({ length: 5 }, () => home.visitor()));
      const inbox = new Inbox(ana);
      const page = open(ana);
      await ready(page);
      for (const visitor of visitors.slice(0, 3)) await desk.fromVisitor(visitor, says('hello'));
      await desk.line.serveNow(home.tenantId);
      await inbox.load();
      await eventually(async () => {
        await inbox.take(page);
        expect(inbox.view().map(({ state }) => state)).toEqual(['open', 'open', 'open']);
      });
      await page.leave();

      // Meanwhile: one ends, one writes, two more come; and others of the tenant make events.
      await desk.endByVisitor(visitors[0]!);
      await desk.fromVisitor(visitors[1]!, says('are you there?'));
      for (const visitor of visitors.slice(3)) await desk.fromVisitor(visitor, says('new here'));
      await desk.line.serveNow(home.tenantId);
      await server.world.db.tenant({ tenantId: home.tenantId }, async (tx) => {
        for (let n = 0; n < events; n += 1) await tx.push({ kind: 'test.noise', body: {} });
      });
      await home.goOnline(ana);
      clock.turn(awayMs);
      await desk.tick();
      // A page that comes back this late finds everything numbered.
      await expect
        .poll(
          async () =>
            (await server.world.db.pool.query('select 1 from outbox where tenant_id = $1 limit 1', [home.tenantId]))
              .rowCount,
          { timeout: 15_000 },
        )
        .toBe(0);

      const again = open(ana, { last_event_id: inbox.position });
      inbox.beginPage();
      const fresh = new Inbox(ana);
      await eventually(async () => {
        await inbox.take(again);
        await fresh.load();
        expect(inbox.view()).toEqual(fresh.view());
        expect(fresh.view().length).toBeGreaterThan(0);
        expect(inbox.reloads > 0).toBe(events > 2_000);
      });
      await again.leave();
    },
  );

  test('[complaint 2] acknowledgements lost on a bad line, and a database that drops its connections: both sides and the database have every message once, in one order', async () => {
    const home = await house();
    const { ana, mei, page: first, id } = await aTalk(home);
    await first.leave();
    const line = await aBadLine(() => port, 0.2);
    const agent = new Sender(
      () => new Page(addressOf({ last_event_id: agent.position }, line.port), [ana.token]),
      (client_id, text) => ({ type: 'send', message: { conversation_id: id, client_id, text } }),
    );
    const token = await home.device(mei);
    const visitor = new Sender(
      () => new Page(`ws://127.0.0.1:${line.port}${visitorSocket.path}?last_event_id=${visitor.position}`, [token]),
      (client_id, text) => ({ type: 'send', client_id, text }),
    );
    const kills = setInterval(
      () =>
        void server.world.db.pool
          .query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'openseat' and pid <> pg_backend_pid() and datname = current_database() and state like 'idle in%'",
          )
          .catch(() => {}),
      150,
    );
    await Promise.all([
      agent.sendAll(Array.from({ length: 40 }, (_, n) => `agent ${n}`)),
      visitor.sendAll(Array.from({ length: 25 }, (_, n) => `visitor ${n}`)),
    ]);
    clearInterval(kills);
    expect(line.cuts()).toBeGreaterThan(5);
    // A connection of ours may have been among those that were dropped.
    const stored = (await eventually(() => home.messages(id))).filter(({ kind }) => kind === 'text');
    const wanted = [...agent.sent, ...visitor.sent].toSorted();
    expect(
      stored
        .map(({ client_id }) => client_id)
        .filter((one) => wanted.includes(one))
        .toSorted(),
    ).toEqual(wanted);
    expect(stored.map(({ no }) => no)).toEqual(stored.map(({ no }) => no).toSorted((a, b) => a - b));
    for (const [who, prefix] of [
      [agent, 'agent'],
      [visitor, 'visitor'],
    ] as const) {
      // Each wrote one after another, and so they stand.
      expect(
        stored.filter(({ text }) => text.startsWith(prefix)).map(({ text }) => Number(text.split(' ')[1])),
      ).toEqual(Array.from({ length: who.sent.length }, (_, n) => n));
      await eventually(async () => {
        await who.connected();
        expect([...who.known].toSorted(([a], [b]) => a - b).filter(([, known]) => wanted.includes(known))).toEqual(
          stored.filter(({ client_id }) => wanted.includes(client_id)).map(({ no, client_id }) => [no, client_id]),
        );
      });
      await who.stop();
    }
    await line.close();
  });
});
