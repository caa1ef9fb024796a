import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { says } from './chat.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';
import { aChatServerInTime, as, failing, reply } from './chat-server.fixture.ts';

const { server, desk, house, clock } = await aChatServerInTime();

describe('what visitors write', () => {
  test('[CHAT-07] the first message begins a conversation; the next go into it, in order', async () => {
    const home = await house();
    const mei = await home.visitor();
    const first = await desk.fromVisitor(mei, says('hello'));
    expect(first).toMatchObject({
      message: { no: 1, chat_type: 1, text: 'hello', status: 1 },
      conversation: { state: 'waiting', ahead: 0, last_no: 1 },
    });
    await Promise.all(Array.from({ length: 10 }, (_, n) => desk.fromVisitor(mei, says(`more ${n}`))));
    const [row] = await home.conversations();
    expect(row).toMatchObject({ state: 'waiting', last_no: 11, unread: 11 });
    expect((await home.messages(row!.id)).map(({ no }) => no)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
  });

  test('[CHAT-07] two first messages at once begin one conversation', async () => {
    const home = await house();
    const mei = await home.visitor();
    const other = openChatDesk({ ...server.world, clock });
    await Promise.all([
      desk.fromVisitor(mei, says('a')),
      other.fromVisitor(mei, says('b')),
      desk.fromVisitor(mei, says('c')),
      other.fromVisitor(mei, says('d')),
    ]);
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
    expect((await desk.fromVisitor(mei, wish)).message).toMatchObject({
      no: first.message.no,
      client_id: wish.client_id,
    });
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
    await server.world.db.everyTenant('a list', (tx) =>
      sql`insert into blacklist_entry (tenant_id, pattern, is_shape, country, reason, scopes) values (${home.tenantId}, '5255', true, 'MX', '', '{chat}')`.execute(
        tx.as(),
      ),
    );
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
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ what: 'blacklisted', conversation_id: conversation.id }),
    );
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
    const isWaiting = async () =>
      (
        await server.world.db.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%chat_from_visitor%' and datname = current_database()",
        )
      ).rowCount;
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
    expect(await home.messages(row!.id)).toMatchObject([
      { kind: 'event', detail: { what: 'offlineForm' } },
      { author: 'visitor', text: 'call me' },
    ]);
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
    expect(bodies.filter(({ what }) => what === 'status')).toEqual([
      expect.objectContaining({ status: 2, no: 3 }),
      expect.objectContaining({ status: 3, no: 3 }),
    ]);
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
    await expect(desk.agents.send(as(ana), reply(conversation.id, 'mine', wish.client_id))).rejects.toEqual(
      failing('notFound'),
    );
  });

  test('[CHAT-03] an emoji reaches the agents and the visitor', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { conversation, message } = await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const [{ id }] = (await home.messages(conversation.id)) as unknown as [{ id: number }];
    await desk.agents.react(as(ana), id, '👍');
    expect((await home.pushes(-mei.visitorId)).map(({ body }) => body)).toContainEqual({
      kind: 'emoji',
      no: message.no,
      emoji: '👍',
    });
    expect((await home.pushes(ana.userId)).map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ what: 'emoji', message_id: id }),
    );
  });
});
