import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import type { ChatAgent } from './agent-desk.ts';
import { aChatHouse, handClock, says } from './chat.fixture.ts';
import { openChatDesk, type ChatDesk } from './chat-desk.ts';

let server: TestServer;
let desk: ChatDesk;
const clock = handClock();
beforeAll(async () => {
  server = await testServer({ clock });
  desk = openChatDesk({ ...server.world, clock });
});
afterAll(async () => {
  await desk.stop();
  await server.close();
});

const as = ({ identity }: Member): ChatAgent => ({ tenantId: identity.tenantId, userId: identity.userId, name: identity.name, needsMasking: identity.needsMasking, supervises: mayUse(identity, 'chat.supervise') });
const house = () => aChatHouse(server.world.db, clock);
const reply = (conversation_id: number, text: string, client_id: string = randomUUID()) => ({ conversation_id, client_id, text, note: false, mentions: [] });
/** Time passes as the desk sees it: without a break. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 4_000) {
    clock.turn(Math.min(4_000, left));
    await desk.tick();
  }
}
const failing = (name: string) => expect.objectContaining({ name });

describe('what visitors write', () => {
  test('[CHAT-07] the first message begins a conversation; the next go into it, in order', async () => {
    const home = await house();
    const mei = await home.visitor();
    const first = await desk.fromVisitor(mei, says('hello'));
    expect(first).toMatchObject({ message: { no: 1, chat_type: 1, text: 'hello', status: 1 }, conversation: { state: 'waiting', ahead: 0, last_no: 1 } });
    await Promise.all(Array.from({ length: 10 }, (_, n) => desk.fromVisitor(mei, says(`more ${n}`))));
    const [row] = await home.conversations();
    expect(row).toMatchObject({ state: 'waiting', last_no: 11, unread: 11 });
    expect((await home.messages(row!.id)).map(({ no }) => no)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
  });

  test('[CHAT-07] two first messages at once begin one conversation', async () => {
    const home = await house();
    const mei = await home.visitor();
    const other = openChatDesk({ ...server.world, clock });
    await Promise.all([desk.fromVisitor(mei, says('a')), other.fromVisitor(mei, says('b')), desk.fromVisitor(mei, says('c')), other.fromVisitor(mei, says('d'))]);
    await other.stop();
    expect(await home.conversations()).toHaveLength(1);
  });

  test('[complaint 2] sent again it is the same message, also after the conversation was closed', async () => {
    const home = await house();
    const mei = await home.visitor();
    const wish = says('only once');
    const first = await desk.fromVisitor(mei, wish);
    expect((await desk.fromVisitor(mei, wish)).message).toEqual(first.message);
    await desk.endByVisitor(mei);
    expect((await desk.fromVisitor(mei, wish)).message).toMatchObject({ no: first.message.no, client_id: wish.client_id });
    expect(await home.conversations()).toHaveLength(1);
    const next = await desk.fromVisitor(mei, says('again I come'));
    expect(next.conversation.id).not.toBe(first.conversation.id);
  });

  test('[CHAT-07] whoever writes too much is told so; a minute later it goes on', async () => {
    const home = await house();
    const mei = await home.visitor();
    for (let n = 0; n < 30; n += 1) await desk.fromVisitor(mei, says(`${n}`));
    await expect(desk.fromVisitor(mei, says('31'))).rejects.toEqual(failing('tooManyRequests'));
    clock.turn(61_000);
    await desk.fromVisitor(mei, says('31'));
  });

  test('[CDP-06] a number on the blacklist keeps its visitor out, and nothing is stored', async () => {
    const home = await house();
    const mei = await home.visitor({ phone: '5255999' });
    await server.world.db.everyTenant('a list', (tx) => sql`insert into blacklist_entry (tenant_id, pattern, is_shape, country, reason, scopes) values (${home.tenantId}, '5255', true, 'MX', '', '{chat}')`.execute(tx.as()));
    await expect(desk.fromVisitor(mei, says('hello'))).rejects.toEqual(failing('chatBlocked'));
    expect(await home.conversations()).toEqual([]);
  });

  test('[CHAT-03] a visitor who was shut out cannot write; the agent is told, and the conversation has ended', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('rude'));
    await desk.line.serveNow(home.tenantId);
    await desk.agents.block(as(ana), conversation.id, 'rude');
    expect(await home.conversations()).toMatchObject([{ state: 'closed', closed_by: 'blocked' }]);
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toContainEqual(expect.objectContaining({ what: 'blacklisted', conversation_id: conversation.id }));
    await expect(desk.fromVisitor(mei, says('ruder'))).rejects.toEqual(failing('chatBlocked'));
  });

  test('[CHAT-03] a message that comes while its visitor is being shut out begins nothing new', async () => {
    const home = await house();
    const mei = await home.visitor();
    const { conversation } = await desk.fromVisitor(mei, says('rude'));
    const { promise: shut, resolve: finish } = Promise.withResolvers<void>();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const blocking = server.world.db.tenant({ tenantId: home.tenantId }, async (tx) => {
      await sql`select 1 from chat_conversation where id = ${conversation.id} for update`.execute(tx.as());
      isHeld();
      await shut;
      await sql`update chat_visitor set blocked_at = now() where id = ${mei.visitorId}`.execute(tx.as());
      await sql`select chat_close(${conversation.id}, 'blocked', null, '{"what": "blocked"}', now())`.execute(tx.as());
    });
    await held;
    const refused = expect(desk.fromVisitor(mei, says('ruder'))).rejects.toEqual(failing('chatBlocked'));
    const isWaiting = async () => (await server.world.db.pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%chat_from_visitor%' and datname = current_database()")).rowCount;
    await expect.poll(isWaiting).toBeGreaterThan(0);
    finish();
    await blocking;
    await refused;
    expect(await home.conversations()).toMatchObject([{ state: 'closed' }]);
  });

  test('[CHAT-07] nothing is no message', async () => {
    const mei = await (await house()).visitor();
    await expect(desk.fromVisitor(mei, says('  '))).rejects.toEqual(failing('invalidInput'));
    await expect(desk.fromVisitor(mei, { client_id: randomUUID() })).rejects.toEqual(failing('invalidInput'));
  });

  test('[CHAT-08] a word left outside the hours waits like a message, and says what it is', async () => {
    const home = await house();
    const mei = await home.visitor({ name: '' });
    await desk.leaveWord(mei, { name: 'Mei', email: 'mei@mail.example', text: 'call me' });
    const [row] = await home.conversations();
    expect(await home.messages(row!.id)).toMatchObject([{ kind: 'event', detail: { what: 'offlineForm' } }, { author: 'visitor', text: 'call me' }]);
    expect((await desk.visitorState(mei)).messages).toHaveLength(2);
  });
});

describe('what agents write', () => {
  test('[CHAT-07] an answer is delivered and read step by step, and agents are told', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const answer = await desk.agents.send(as(ana), reply(conversation.id, 'hi'));
    expect(answer).toMatchObject({ no: 3, author: 'agent', status: 1, author_name: ana.identity.name });
    await desk.visitorDelivered(mei, 99);
    await desk.visitorRead(mei, 3);
    const bodies = (await home.pushes(ana.userId)).map(({ body }) => body);
    expect(bodies.filter(({ what }) => what === 'status')).toEqual([expect.objectContaining({ status: 2, no: 3 }), expect.objectContaining({ status: 3, no: 3 })]);
    expect((await desk.visitorState(mei)).messages.at(-1)).toMatchObject({ text: 'hi', status: 3 });
    expect(await home.conversations()).toMatchObject([{ unread: 0 }]);
  });

  test('[CHAT-07] a note stays inside', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    await desk.agents.send(as(ana), { ...reply(conversation.id, 'careful with this one'), note: true });
    expect(JSON.stringify(await desk.visitorState(mei))).not.toContain('careful');
    expect(JSON.stringify(await home.pushes(-mei.visitorId))).not.toContain('careful');
    expect(JSON.stringify(await desk.visitorMessages(mei, 99))).not.toContain('careful');
  });

  test('[CHAT-07] only whoever has a conversation writes in it, and nobody in one that ended', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent({ capacity: 1 }), await home.visitor()];
    const boss = await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'], groups: [] });
    const stranger = await home.agent({ online: false, groups: [] });
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    await expect(desk.agents.send(as(stranger), reply(conversation.id, 'x'))).rejects.toEqual(failing('notFound'));
    await expect(desk.agents.send(as(boss), reply(conversation.id, 'x'))).rejects.toEqual(failing('chatNotYours'));
    await desk.agents.take(as(boss), conversation.id);
    await desk.agents.send(as(boss), reply(conversation.id, 'I am the boss'));
    await expect(desk.agents.send(as(ana), reply(conversation.id, 'x'))).rejects.toEqual(failing('notFound'));
    await desk.agents.close(as(boss), conversation.id, { remark: 'done' });
    await expect(desk.agents.send(as(boss), reply(conversation.id, 'x'))).rejects.toEqual(failing('chatClosed'));
    await expect(desk.agents.close(as(boss), conversation.id, {})).rejects.toEqual(failing('chatClosed'));
  });

  test('[complaint 2] the same client id twice is one message; that of somebody else is refused', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const wish = says('hello');
    const { conversation } = await desk.fromVisitor(mei, wish);
    await desk.line.serveNow(home.tenantId);
    const answer = reply(conversation.id, 'hi');
    const [one, two] = await Promise.all([desk.agents.send(as(ana), answer), desk.agents.send(as(ana), answer)]);
    expect(one).toEqual(two);
    await expect(desk.agents.send(as(ana), reply(conversation.id, 'mine', wish.client_id))).rejects.toEqual(failing('notFound'));
  });

  test('[CHAT-03] an emoji reaches the agents and the visitor', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation, message } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const [{ id }] = (await home.messages(conversation.id)) as unknown as [{ id: number }];
    await desk.agents.react(as(ana), id, '👍');
    expect((await home.pushes(-mei.visitorId)).map(({ body }) => body)).toContainEqual({ kind: 'emoji', no: message.no, emoji: '👍' });
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toContainEqual(expect.objectContaining({ what: 'emoji', message_id: id }));
  });
});

describe('who gets a conversation', () => {
  test('[CHAT-10] agents get conversations by capacity, first in first out', async () => {
    const home = await house();
    await home.agent({ capacity: 2 });
    const visitors = [];
    for (let n = 0; n < 4; n += 1) {
      visitors.push(await home.visitor());
      await desk.fromVisitor(visitors[n]!, says('hello'));
      clock.turn(1_000);
    }
    await desk.line.serveNow(home.tenantId);
    expect((await home.conversations()).map(({ state }) => state)).toEqual(['open', 'open', 'waiting', 'waiting']);
    await desk.endByVisitor(visitors[0]!);
    await expect.poll(async () => (await home.conversations()).map(({ state }) => state)).toEqual(['closed', 'open', 'open', 'waiting']);
    // Who waits is told how many are left before them.
    const places = (await home.pushes(-visitors[3]!.visitorId)).flatMap(({ body }) => (body['kind'] === 'conversation' ? [(body['conversation'] as { ahead: number }).ahead] : []));
    expect(places[0]).toBeGreaterThan(0);
    expect(places.at(-1)).toBe(0);
  });

  test('[CHAT-10] whoever spoke with a visitor last gets them again when free', async () => {
    const home = await house();
    const [ana, budi] = [await home.agent(), await home.agent()];
    const mei = await home.visitor();
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const [first] = await home.conversations();
    await desk.endByVisitor(mei);
    clock.turn(1_000);
    await desk.fromVisitor(mei, says('me again'));
    await desk.line.serveNow(home.tenantId);
    const [, second] = await home.conversations();
    expect(second!.agent_id).toBe(first!.agent_id);
    expect([ana.userId, budi.userId]).toContain(second!.agent_id);
  });

  test('[CHAT-10] also when they come from another device, once it is known who they are', async () => {
    const home = await house();
    const [ana, budi] = [await home.agent(), await home.agent()];
    const customer = await server.world.db.everyTenant('a customer', async (tx) => (await sql<{ id: number }>`insert into customer (tenant_id, full_name, phones, phone_countries) values (${home.tenantId}, 'Mei', '{}', '{}') returning id`.execute(tx.as())).rows[0]!.id);
    const [desktop, phone] = [await home.visitor(), await home.visitor()];
    await server.world.db.everyTenant('known', (tx) => sql`update chat_visitor set customer_id = ${customer} where id = any(${[desktop.visitorId, phone.visitorId]}::bigint[])`.execute(tx.as()));
    await desk.fromVisitor(desktop, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const [first] = await home.conversations();
    await desk.fromVisitor(phone, says('now from my phone'));
    await desk.line.serveNow(home.tenantId);
    const [, second] = await home.conversations();
    expect(second!.agent_id).toBe(first!.agent_id);
    expect([ana.userId, budi.userId]).toContain(second!.agent_id);
  });

  test('[CHAT-10] an agent takes what waits in their groups, within capacity; a supervisor takes over', async () => {
    const home = await house();
    const ana = await home.agent({ capacity: 1, online: false });
    const [one, two] = [await home.visitor(), await home.visitor()];
    const first = (await desk.fromVisitor(one, says('1'))).conversation;
    const second = (await desk.fromVisitor(two, says('2'))).conversation;
    await desk.agents.take(as(ana), first.id);
    await expect(desk.agents.take(as(ana), second.id)).rejects.toEqual(failing('chatAtCapacity'));
    const stranger = await home.agent({ groups: [], online: false });
    await expect(desk.agents.take(as(stranger), second.id)).rejects.toEqual(failing('notFound'));
    const boss = await home.agent({ groups: [], online: false, functions: ['chat.use', 'chat.supervise'] });
    await desk.agents.take(as(boss), first.id);
    expect(await home.conversations()).toMatchObject([{ agent_id: boss.userId }, { state: 'waiting' }]);
    expect((await desk.visitorState(one)).conversation).toMatchObject({ agent_name: boss.identity.name });
  });

  test('[CHAT-07] a transfer to a colleague carries a note that the visitor never sees; nobody is overfilled by it', async () => {
    const home = await house();
    const [ana, mei, noor] = [await home.agent(), await home.visitor(), await home.visitor()];
    const budi = await home.agent({ capacity: 1, groups: [] });
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    const other = (await desk.fromVisitor(noor, says('hello'))).conversation;
    await desk.line.serveNow(home.tenantId);
    await desk.agents.transfer(as(ana), conversation.id, { userId: budi.userId }, 'wants a refund');
    expect(await home.conversations()).toMatchObject([{ state: 'open', agent_id: budi.userId }, { agent_id: ana.userId }]);
    expect((await home.messages(conversation.id)).at(-1)).toMatchObject({ detail: { what: 'transferred', note: 'wants a refund', name: budi.identity.name } });
    expect(JSON.stringify([await desk.visitorState(mei), await home.pushes(-mei.visitorId)])).not.toContain('refund');
    await expect(desk.agents.transfer(as(ana), other.id, { userId: budi.userId }, '')).rejects.toEqual(failing('chatTargetAway'));
  });

  test('[CHAT-07] a transfer to a group waits there, and does not come back to whoever handed it on', async () => {
    const home = await house();
    const night = await home.group();
    const ana = await home.agent({ groups: [home.groupId, night] });
    const mei = await home.visitor();
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const budi = await home.agent({ groups: [night] });
    await desk.agents.transfer(as(ana), conversation.id, { groupId: night }, 'for the night');
    await expect.poll(home.conversations).toMatchObject([{ state: 'open', agent_id: budi.userId }]);
  });
});

describe('what happens because time passes', () => {
  test('[CHAT-10] who does not react loses it to somebody else; after two in a row they are switched off and told', async () => {
    const home = await house();
    const ana = await home.agent();
    const [one, two] = [await home.visitor(), await home.visitor()];
    await desk.fromVisitor(one, says('hello'));
    await desk.line.serveNow(home.tenantId);
    expect(await home.conversations()).toMatchObject([{ agent_id: ana.userId }]);
    const budi = await home.agent();
    const sinceMs = (await home.conversations())[0]!.sinceMs;
    await pass(61_000);
    await expect.poll(home.conversations).toMatchObject([{ state: 'open', agent_id: budi.userId, passed_by: [ana.userId], sinceMs }]);
    await desk.agents.read(as(budi), (await home.conversations())[0]!.id, 1);
    await home.leave(budi);
    await desk.fromVisitor(two, says('hello too'));
    await desk.line.serveNow(home.tenantId);
    await pass(16_000);
    await home.goOnline(budi);
    await pass(46_000);
    const bodies = (await home.pushes(ana.userId)).map(({ body }) => body);
    expect(bodies).toContainEqual({ what: 'offline', why: 'missed' });
    expect(bodies).toContainEqual(expect.objectContaining({ online_status: 0 }));
  });

  test('[CHAT-10] after long silence the visitor is warned, then the conversation ends; a word in between begins it anew', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    await desk.agents.read(as(ana), conversation.id, 1);
    clock.turn(3_600_000);
    await desk.tick();
    // The visitor waits for us: nothing ends.
    expect(await home.conversations()).toMatchObject([{ state: 'open' }]);
    const whats = async () => (await home.messages(conversation.id)).flatMap(({ detail }) => detail.what ?? []);
    await desk.agents.send(as(ana), reply(conversation.id, 'anything else?'));
    clock.turn(30 * 60_000 + 1);
    await desk.tick();
    expect(await whats()).toEqual(['assigned', 'warned']);
    await desk.fromVisitor(mei, says('yes!'));
    clock.turn(6 * 60_000);
    await desk.tick();
    expect(await home.conversations()).toMatchObject([{ state: 'open' }]);
    await desk.agents.send(as(ana), reply(conversation.id, 'well?'));
    clock.turn(30 * 60_000 + 1);
    await desk.tick();
    clock.turn(5 * 60_000 + 1);
    await desk.tick();
    expect(await home.conversations()).toMatchObject([{ state: 'closed', closed_by: 'silence' }]);
    expect(await whats()).toEqual(['assigned', 'warned', 'warned', 'closed']);
  });

  test('[complaint 9] an agent whose page is gone is offline within 25 s, and what they had goes on as long waiting as it was', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const { sinceMs } = (await home.conversations())[0]!;
    const online = () => server.world.db.everyTenant('looks', async (tx) => (await sql<{ online: boolean }>`select online from seat_presence where user_id = ${ana.userId}`.execute(tx.as())).rows[0]!.online);
    await home.leave(ana);
    await pass(15_000);
    expect(await online()).toBe(true);
    await pass(10_000);
    expect(await online()).toBe(false);
    const [row] = await home.conversations();
    expect(row).toMatchObject({ state: 'waiting', agent_id: null, sinceMs });
    expect((await home.messages(row!.id)).at(-1)).toMatchObject({ kind: 'event', detail: { what: 'agentGone', name: ana.identity.name } });
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toEqual(expect.arrayContaining([{ what: 'offline', why: 'gone' }, expect.objectContaining({ online_status: 0 })]));
  });

  test('[complaint 9] after a break of our own nobody is blamed for it: agents have their time again', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    await home.leave(ana);
    const late = openChatDesk({ ...server.world, clock });
    clock.turn(300_000);
    await late.upkeep.tick();
    expect(await home.conversations()).toMatchObject([{ state: 'open', agent_id: ana.userId, passed_by: [] }]);
    for (let left = 24; left > 0; left -= 4) {
      clock.turn(4_000);
      await late.upkeep.tick();
    }
    expect(await home.conversations()).toMatchObject([{ state: 'waiting' }]);
    await late.stop();
  });

  test('[CHAT-10] what belongs to somebody who may not come in any more goes to others', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'] }), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.agents.take(as(ana), conversation.id);
    await server.world.db.everyTenant('shut out', (tx) => sql`update member set enabled = false where user_id = ${ana.userId}`.execute(tx.as()));
    await desk.upkeep.serveAll();
    await expect.poll(home.conversations).toMatchObject([{ state: 'waiting', agent_id: null }]);
  });

  test('[CHAT-10] whoever switches off and comes back at once keeps their conversations; who stays away loses them', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const toggle = (online_status: number) => server.ask('PUT', '/admin/saas_plat/user/switch_online_status', { token: ana.token, body: { online_status } });
    const goneAt = () => server.world.db.everyTenant('looks', async (tx) => (await sql<{ gone_at: string | null }>`select gone_at from chat_agent where user_id = ${ana.userId}`.execute(tx.as())).rows[0]?.gone_at ?? null);
    await toggle(0);
    await expect.poll(goneAt).not.toBeNull();
    clock.turn(10_000);
    await toggle(1);
    await expect.poll(goneAt).toBeNull();
    clock.turn(15_000);
    await desk.tick();
    expect(await home.conversations()).toMatchObject([{ agent_id: ana.userId }]);
    await toggle(0);
    await expect.poll(goneAt).not.toBeNull();
    clock.turn(21_000);
    await desk.tick();
    expect(await home.conversations()).toMatchObject([{ state: 'waiting' }]);
  });
});
