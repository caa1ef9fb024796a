import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { Member } from '#test/builders.ts';
import { says } from './chat.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';
import { aChatServerInTime, as, failing, reply } from './chat-server.fixture.ts';

const { server, desk, house, clock, pass } = await aChatServerInTime();

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
    await expect
      .poll(async () => (await home.conversations()).map(({ state }) => state))
      .toEqual(['closed', 'open', 'open', 'waiting']);
    // Who waits is told how many are left before them.
    const places = (await home.pushes(-visitors[3]!.visitorId)).flatMap(({ body }) =>
      body['kind'] === 'conversation' ? [(body['conversation'] as { ahead: number }).ahead] : [],
    );
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
    const customer = await server.world.db.everyTenant(
      'a customer',
      async (tx) =>
        (
          await sql<{
            id: number;
          }>`insert into customer (tenant_id, full_name, phones, phone_countries) values (${home.tenantId}, 'Mei', '{}', '{}') returning id`.execute(
            tx.as(),
          )
        ).rows[0]!.id,
    );
    const [desktop, phone] = [await home.visitor(), await home.visitor()];
    await server.world.db.everyTenant('known', (tx) =>
      sql`update chat_visitor set customer_id = ${customer} where id = any(${[desktop.visitorId, phone.visitorId]}::bigint[])`.execute(
        tx.as(),
      ),
    );
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
    expect(await home.conversations()).toMatchObject([
      { state: 'open', agent_id: budi.userId },
      { agent_id: ana.userId },
    ]);
    expect((await home.messages(conversation.id)).at(-1)).toMatchObject({
      detail: { what: 'transferred', note: 'wants a refund', name: budi.identity.name, by: ana.identity.name },
    });
    expect(JSON.stringify([await desk.visitorState(mei), await home.pushes(-mei.visitorId)])).not.toContain('refund');
    await expect(desk.agents.transfer(as(ana), other.id, { userId: budi.userId }, '')).rejects.toEqual(
      failing('chatTargetAway'),
    );
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
    await expect
      .poll(home.conversations)
      .toMatchObject([{ state: 'open', agent_id: budi.userId, passed_by: [ana.userId], sinceMs }]);
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

  test('[CHAT-10] five at once come at a pace one can greet: two are offered, and with each answer the next', async () => {
    const home = await house();
    const ana = await home.agent({ capacity: 5 });
    for (let n = 0; n < 5; n += 1) await desk.fromVisitor(await home.visitor(), says('hello'));
    const states = async () => (await home.conversations()).map(({ state }) => state);
    await desk.line.serveNow(home.tenantId);
    expect(await states()).toEqual(['open', 'open', 'waiting', 'waiting', 'waiting']);
    const [first] = await home.conversations();
    await desk.agents.read(as(ana), first!.id, 1);
    await desk.line.serveNow(home.tenantId);
    expect(await states(), 'a look is no answer').toEqual(['open', 'open', 'waiting', 'waiting', 'waiting']);
    await desk.agents.send(as(ana), reply(first!.id, 'good morning'));
    await desk.line.serveNow(home.tenantId);
    expect(await states()).toEqual(['open', 'open', 'open', 'waiting', 'waiting']);
    await home.setting('ChatGreetAtOnce', 10);
    await desk.line.serveNow(home.tenantId);
    expect(await states(), 'as the team has set it').toEqual(['open', 'open', 'open', 'open', 'open']);
  });

  test.each([
    ['answers one of them', (ana: Member, id: number) => desk.agents.send(as(ana), reply(id, 'one moment'))],
    ['is typing', (ana: Member, id: number) => desk.agents.typing(as(ana), id)],
    ['writes elsewhere', (ana: Member) => desk.agents.writes(as(ana))],
  ])('[CHAT-10] who %s while others pass stays online, and keeps what they answer', async (_, act) => {
    const home = await house();
    await home.setting('ChatGreetAtOnce', 10);
    const ana = await home.agent();
    for (let n = 0; n < 5; n += 1) await desk.fromVisitor(await home.visitor(), says('hello'));
    await desk.line.serveNow(home.tenantId);
    const [first] = await home.conversations();
    await desk.agents.read(as(ana), first!.id, 1);
    await pass(30_000);
    await act(ana, first!.id);
    // Nobody else is there: what passed is given to her anew, after a while in the line.
    const passed = () =>
      home.conversations().then((rows) => rows.filter(({ passed_by }) => passed_by.includes(ana.userId)).length);
    await pass(32_000);
    expect(await passed()).toBe(4);
    expect((await home.conversations())[0]).toMatchObject({ id: first!.id, state: 'open', agent_id: ana.userId });
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).not.toContainEqual({
      what: 'offline',
      why: 'missed',
    });
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
    const online = () =>
      server.world.db.everyTenant(
        'looks',
        async (tx) =>
          (
            await sql<{ online: boolean }>`select online from seat_presence where user_id = ${ana.userId}`.execute(
              tx.as(),
            )
          ).rows[0]!.online,
      );
    await home.leave(ana);
    await pass(15_000);
    expect(await online()).toBe(true);
    await pass(10_000);
    expect(await online()).toBe(false);
    const [row] = await home.conversations();
    expect(row).toMatchObject({ state: 'waiting', agent_id: null, sinceMs });
    expect((await home.messages(row!.id)).at(-1)).toMatchObject({
      kind: 'event',
      detail: { what: 'agentGone', name: ana.identity.name },
    });
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toEqual(
      expect.arrayContaining([{ what: 'offline', why: 'gone' }, expect.objectContaining({ online_status: 0 })]),
    );
  });

  test('[complaint 9] [CHAT-10] a row that a killed process left behind does not count: an agent who is away for a moment later keeps the seat', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    await desk.agents.read(as(ana), conversation.id, 1);
    await server.world.db.everyTenant('a process was killed', (tx) =>
      sql`insert into chat_socket (id, tenant_id, user_id, seen_at, spoken_for_at) values (gen_random_uuid(), ${home.tenantId}, ${ana.userId}, ${momentOfMs(clock.nowMs())}, ${momentOfMs(clock.nowMs())})`.execute(
        tx.as(),
      ),
    );
    await pass(60_000);
    // The page is loaded anew; for a moment the row of the dead process is all there is.
    await server.world.db.everyTenant('the page leaves', (tx) =>
      sql`delete from chat_socket where user_id = ${ana.userId} and seen_at > ${momentOfMs(clock.nowMs())}`.execute(
        tx.as(),
      ),
    );
    await pass(2_500);
    expect(await home.conversations()).toMatchObject([{ state: 'open', agent_id: ana.userId }]);
    await pass(24_000);
    expect(await home.conversations()).toMatchObject([{ state: 'waiting', agent_id: null }]);
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
    const [ana, mei] = [
      await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'] }),
      await home.visitor(),
    ];
    const { conversation } = await desk.fromVisitor(mei, says('hello'));
    await desk.agents.take(as(ana), conversation.id);
    await server.world.db.everyTenant('shut out', (tx) =>
      sql`update member set enabled = false where user_id = ${ana.userId}`.execute(tx.as()),
    );
    await desk.upkeep.serveAll();
    await expect.poll(home.conversations).toMatchObject([{ state: 'waiting', agent_id: null }]);
  });

  test('[CHAT-10] whoever switches off and comes back at once keeps their conversations; who stays away loses them', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const toggle = (online_status: number) =>
      server.ask('PUT', '/admin/saas_plat/user/switch_online_status', { token: ana.token, body: { online_status } });
    const goneAt = () =>
      server.world.db.everyTenant(
        'looks',
        async (tx) =>
          (
            await sql<{ gone_at: string | null }>`select gone_at from chat_agent where user_id = ${ana.userId}`.execute(
              tx.as(),
            )
          ).rows[0]?.gone_at ?? null,
      );
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
