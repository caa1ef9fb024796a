import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { failureRow } from '#shared/errors.ts';
import type { Member } from '#test/builders.ts';
import { chatApi, type Conversation } from '../contract.ts';
import { says } from './chat.fixture.ts';
import { aChatServer } from './chat-server.fixture.ts';
import { nameVisitorsJob } from './name-visitors.ts';
import { sweepJob } from './sweep.ts';

const { server, desk, house, ask } = await aChatServer();

const idsOf = (answer: { data: { list: Conversation[] } }) => answer.data.list.map(({ id }) => id);
const sends = (conversation_id: number, text: string) => ({ conversation_id, client_id: randomUUID(), text });

async function upload(who: Member, conversationId: number, name: string, bytes: Buffer | string) {
  const form = new FormData();
  form.append('conversation_id', String(conversationId));
  form.append('file', new File([bytes as never], name));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url: chatApi.upload.path,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as { code: number; data: { id: number; is_image: boolean } };
}
const fetchFile = (who: Member, id: number) =>
  server.built.http.inject({
    url: chatApi.file.path.replace('{file_id}', String(id)),
    headers: { authorization: `Bearer ${who.token}` },
  });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('who sees which conversation', () => {
  test('[CHAT-07] an agent sees their own, those that wait in their groups, closed ones they had; a supervisor all; others nothing', async () => {
    const home = await house();
    const ana = await home.agent({ capacity: 1 });
    const budi = await home.agent({ online: false });
    const stranger = await home.agent({ online: false, groups: [] });
    const boss = await home.agent({ online: false, groups: [], functions: ['chat.use', 'chat.supervise'] });
    const [mine, waiting] = [
      (await desk.fromVisitor(await home.visitor(), says('hello'))).conversation.id,
      (await desk.fromVisitor(await home.visitor(), says('hello'))).conversation.id,
    ];
    await desk.line.serveNow(home.tenantId);
    expect(idsOf(await ask(ana, 'list', { filter: 'mine' }))).toEqual([mine]);
    expect(idsOf(await ask(ana, 'list', { filter: 'waiting' }))).toEqual([waiting]);
    expect((await ask(ana, 'list')).data.counts).toEqual({ mine: 1, waiting: 1, team: 0, unread: 1 });
    expect(idsOf(await ask(budi, 'list', { filter: 'team' }))).toEqual([]);
    expect((await ask(budi, 'detail', { conversation_id: mine })).code).toBe(404);
    expect((await ask(budi, 'detail', { conversation_id: waiting })).code).toBe(0);
    for (const call of ['detail', 'messages'] as const)
      expect((await ask(stranger, call, { conversation_id: waiting })).code).toBe(404);
    for (const [call, more] of [
      ['send', sends(mine, 'x')],
      ['take', {}],
      ['transfer', { group_id: home.groupId }],
      ['close', {}],
      ['block', {}],
      ['record', { remark: 'x' }],
    ] as const) {
      expect((await ask(stranger, call, { conversation_id: mine, ...more })).code, call).toBe(404);
    }
    expect(idsOf(await ask(boss, 'list', { filter: 'team' }))).toEqual([mine]);
    expect((await ask(boss, 'detail', { conversation_id: waiting })).code).toBe(0);
    expect((await ask(ana, 'close', { conversation_id: mine, remark: 'all good' })).code).toBe(0);
    expect((await ask(ana, 'list', { filter: 'closed' })).data.list).toMatchObject([
      { id: mine, state: 'closed', remark: 'all good', closed_by: 'agent' },
    ]);
    expect(idsOf(await ask(budi, 'list', { filter: 'closed' }))).toEqual([]);
    expect((await ask(budi, 'messages', { conversation_id: mine })).code).toBe(404);
  });

  test('[CHAT-07] what a customer wrote before is seen by whoever talks with them now', async () => {
    const home = await house();
    const mei = await home.visitor();
    const ana = await home.agent();
    const first = (await desk.fromVisitor(mei, says('first'))).conversation.id;
    await desk.line.serveNow(home.tenantId);
    await ask(ana, 'close', { conversation_id: first });
    await home.leave(ana);
    const budi = await home.agent();
    expect((await ask(budi, 'messages', { conversation_id: first })).code).toBe(404);
    await desk.fromVisitor(mei, says('second'));
    await desk.line.serveNow(home.tenantId);
    expect((await ask(budi, 'messages', { conversation_id: first })).data[0]).toMatchObject({ text: 'first' });
  });

  test('[CHAT-07] linking a visitor to a customer opens nothing colleagues wrote with that customer; proof does', async () => {
    const home = await house();
    const db = server.world.db;
    const customer = await db.everyTenant(
      'a customer',
      async (tx) =>
        (
          await sql<{
            id: number;
          }>`insert into customer (tenant_id, full_name) values (${home.tenantId}, 'Mei Lin') returning id`.execute(
            tx.as(),
          )
        ).rows[0]!.id,
    );
    const ana = await home.agent({ functions: ['chat.use', 'customers.view'] });
    const theirs = (await desk.fromVisitor(await home.visitor(), says('my secret'))).conversation.id;
    await desk.line.serveNow(home.tenantId);
    await ask(ana, 'record', { conversation_id: theirs, customer_id: customer });
    await ask(ana, 'close', { conversation_id: theirs });
    await home.leave(ana);
    const budi = await home.agent({ functions: ['chat.use', 'customers.view'] });
    const other = await home.visitor();
    const own = (await desk.fromVisitor(other, says('hello'))).conversation.id;
    await desk.line.serveNow(home.tenantId);
    expect((await ask(budi, 'record', { conversation_id: own, customer_id: customer })).code).toBe(0);
    for (const call of ['detail', 'messages'] as const)
      expect((await ask(budi, call, { conversation_id: theirs })).code, call).toBe(404);
    expect((await ask(budi, 'search', { words: 'secret' })).data).toEqual([]);
    await db.everyTenant('the host site signs who it is', (tx) =>
      sql`update chat_visitor set proven_customer_id = ${customer} where id = ${other.visitorId}`.execute(tx.as()),
    );
    expect((await ask(budi, 'messages', { conversation_id: theirs })).data[0]).toMatchObject({ text: 'my secret' });
  });

  test('[API-03] nothing of another tenant is found, written or taken', async () => {
    const [home, away] = [await house(), await house()];
    const noor = await away.agent({ functions: ['chat.use', 'chat.supervise'] });
    const { id } = (await desk.fromVisitor(await home.visitor(), says('secret word'))).conversation;
    expect((await ask(noor, 'detail', { conversation_id: id })).code).toBe(404);
    expect((await ask(noor, 'take', { conversation_id: id })).code).toBe(404);
    expect((await ask(noor, 'send', { ...sends(id, 'x'), note: true })).code).toBe(404);
    expect((await ask(noor, 'search', { words: 'secret' })).data).toEqual([]);
    expect(idsOf(await ask(noor, 'list', { filter: 'waiting', words: 'secret' }))).toEqual([]);
  });

  test('[SEC-01] who sees stars gets neither number nor address, nor finds anybody by them', async () => {
    const home = await house();
    const ana = await home.agent({ needsMasking: true });
    const mei = await home.visitor({ name: 'Mei', email: 'mei.lin@mail.example', phone: '525512345678' });
    await desk.fromVisitor(mei, says('hello'));
    await desk.line.serveNow(home.tenantId);
    const { data } = await ask(ana, 'list');
    expect(data.list[0]).toMatchObject({
      name: 'Mei',
      phone: '52******5678',
      email: 'm***@***.example',
      phone_word: expect.stringMatching(/^enc\./),
    });
    expect(JSON.stringify([data, await home.pushes(ana.userId)])).not.toMatch(/525512345678|mei\.lin/);
    expect(idsOf(await ask(ana, 'list', { words: '525512345678' }))).toEqual([]);
    expect(idsOf(await ask(ana, 'list', { words: 'mei.lin@' }))).toEqual([]);
    expect(idsOf(await ask(ana, 'list', { words: 'Mei' }))).toHaveLength(1);
    const open = await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'] });
    expect(idsOf(await ask(open, 'list', { filter: 'team', words: '12345' }))).toHaveLength(1);
  });
});

describe('finding', () => {
  test('[CHAT-07] a visitor is found without accents, in any order and by pinyin, also one from before that', async () => {
    const home = await house();
    const boss = await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'] });
    const [ana, mei] = [await home.visitor({ name: 'Ana González' }), await home.visitor({ name: '林梅' })];
    const of = async (visitor: typeof ana) => (await desk.fromVisitor(visitor, says('hello'))).conversation.id;
    const [anas, meis] = [await of(ana), await of(mei)];
    const found = async (words: string) => idsOf(await ask(boss, 'list', { filter: 'waiting', words }));
    for (const words of ['gonzalez', 'GONZÁLEZ ana', 'González']) expect(await found(words), words).toEqual([anas]);
    for (const words of ['林梅', 'linmei', 'mei lin', 'lm']) expect(await found(words), words).toEqual([meis]);
    await server.world.db.everyTenant('as rows were before', (tx) =>
      sql`update chat_visitor set name_words = '' where id = ${ana.visitorId}`.execute(tx.as()),
    );
    expect(await found('gonzález')).toEqual([anas]);
    expect(await found('gonzalez')).toEqual([]);
    await nameVisitorsJob(server.world).run({} as never);
    expect(await found('gonzalez')).toEqual([anas]);
  });
});

describe('lists and messages', () => {
  test('[complaint 20] 10,000 conversations: pages go on where the last ended, nothing twice; a 5,000-message one opens at its end', async () => {
    const home = await house();
    const boss = await home.agent({ online: false, functions: ['chat.use', 'chat.supervise'] });
    const { db } = server.world;
    await db.everyTenant('many', (tx) =>
      sql`
      with v as (insert into chat_visitor (tenant_id, channel_id, name) select ${home.tenantId}, ${home.channelId}, 'Visitor ' || n from generate_series(1, 10000) n returning id)
      insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, agent_id, waiting_since, last_at, created_at, closed_at)
      select ${home.tenantId}, ${home.channelId}, id, ${home.groupId}, case when id % 2 = 0 then 'closed' else 'open' end, ${boss.userId}, now(), date_trunc('second', now()) - (id % 500) * interval '1 second', now(), now() from v`.execute(
        tx.as(),
      ),
    );
    const big = (await desk.fromVisitor(await home.visitor(), says('the last'))).conversation.id;
    await db.everyTenant('a long one', (tx) =>
      sql`
      with m as (insert into chat_message (tenant_id, conversation_id, no, author, client_id, kind, text, created_at) select ${home.tenantId}, ${big}, n, 'visitor', gen_random_uuid(), 'text', 'word ' || n, now() from generate_series(2, 5000) n)
      update chat_conversation set last_no = 5000 where id = ${big}`.execute(tx.as()),
    );
    await db.pool.query('analyze chat_conversation, chat_message, chat_visitor');
    const seen = new Set<number>();
    let after: { last_at: string; id: number } | undefined;
    for (let page = 0; page < 20; page += 1) {
      const { data } = await ask<{ list: Conversation[]; more: boolean }>(boss, 'list', { filter: 'closed', after });
      for (const { id } of data.list) seen.add(id);
      const last = data.list.at(-1)!;
      after = { last_at: last.last_at, id: last.id };
      expect(data.more).toBe(true);
    }
    expect(seen.size).toBe(1_000);
    // The best of five: what else the machine does is not the product's doing.
    const timed = async (call: keyof typeof chatApi, input: object) => {
      let bestMs = Infinity;
      for (let time = 0; time < 5; time += 1) {
        const startMs = performance.now();
        expect((await ask(boss, call, input as never)).code).toBe(0);
        bestMs = Math.min(bestMs, performance.now() - startMs);
      }
      return bestMs;
    };
    expect(await timed('list', { filter: 'team' })).toBeLessThan(1_000);
    expect(await timed('messages', { conversation_id: big })).toBeLessThan(300);
    const { data } = await ask(boss, 'messages', { conversation_id: big });
    expect(data).toHaveLength(60);
    expect(data.at(-1).no).toBe(5_000);
    const numbers = async (part: object) =>
      (await ask(boss, 'messages', { conversation_id: big, size: 4, ...part })).data.map(
        ({ no }: { no: number }) => no,
      );
    expect(await numbers({ before: 100 })).toEqual([96, 97, 98, 99]);
    expect(await numbers({ after: 100 })).toEqual([101, 102, 103, 104]);
    expect(await numbers({ around: 100 })).toEqual([99, 100, 101, 102]);
    expect((await ask(boss, 'search', { words: 'word 4999' })).data).toMatchObject([
      { message: { no: 4_999 }, name: 'Mei' },
    ]);
  }, 60_000);

  test('[CHAT-09] PUT /home/api/conversation/record/update keeps what a conversation was about, and whose it is', async () => {
    const home = await house();
    const ana = await home.agent({ functions: ['chat.use', 'customers.view'] });
    const mei = await home.visitor({ name: '' });
    const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
    await desk.line.serveNow(home.tenantId);
    const customer = await server.world.db.everyTenant(
      'a customer',
      async (tx) =>
        (
          await sql<{
            id: number;
          }>`insert into customer (tenant_id, full_name, phones, phone_countries) values (${home.tenantId}, 'Mei Lin', '{}', '{}') returning id`.execute(
            tx.as(),
          )
        ).rows[0]!.id,
    );
    expect(chatApi.record).toMatchObject({ method: 'PUT', path: '/home/api/conversation/record/update' });
    expect(
      (await ask(ana, 'record', { conversation_id: id, remark: 'a refund', customer_id: customer })).data,
    ).toMatchObject({ remark: 'a refund', customer_id: customer, name: 'Mei Lin' });
    expect((await ask(ana, 'record', { conversation_id: id, customer_id: 999_999_999 })).code).toBe(404);
    expect((await ask(ana, 'record', { conversation_id: id, label_id: 999_999_999 })).code).toBe(404);
  });

  test('[CHAT-04] how I am told of messages is mine, and stays', async () => {
    const home = await house();
    const ana = await home.agent({ online: false });
    expect((await ask(ana, 'settings')).data).toEqual({ message_sound: true, message_flashing: true });
    expect((await ask(ana, 'saveSettings', { message_sound: false })).data).toEqual({
      message_sound: false,
      message_flashing: true,
    });
    await ask(ana, 'saveSettings', { message_flashing: false });
    expect((await ask(ana, 'settings')).data).toEqual({ message_sound: false, message_flashing: false });
  });

  test('[CHAT-07] colleagues and groups a conversation can go to are shown with how busy they are', async () => {
    const home = await house();
    const ana = await home.agent({ name: 'Ana', capacity: 2 });
    await home.agent({ name: 'Budi', online: false });
    await desk.fromVisitor(await home.visitor(), says('hello'));
    await desk.line.serveNow(home.tenantId);
    const { data } = await ask(ana, 'targets');
    expect(data.agents).toMatchObject([
      { name: 'Ana', online: true, load: 1, capacity: 2 },
      { name: 'Budi', online: false, load: 0, capacity: 5 },
    ]);
    expect(data.groups).toMatchObject([{ id: home.groupId, online: 1, waiting: 0 }]);
  });
});

describe('files', () => {
  test('[CHAT-07] files go both ways, are opened by those of the conversation alone, and only pictures are drawn', async () => {
    const home = await house();
    const [ana, mei, noor] = [await home.agent(), await home.visitor(), await home.visitor()];
    const stranger = await home.agent({ groups: [], online: false });
    const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
    await desk.line.serveNow(home.tenantId);
    const picture = await upload(ana, id, 'shop.png', PNG);
    expect(picture).toMatchObject({ code: 0, data: { is_image: true } });
    expect((await upload(stranger, id, 'x.png', PNG)).code).toBe(404);
    // Not sent yet: the visitor knows nothing of it.
    await expect(desk.openVisitorFile(mei, picture.data.id)).rejects.toMatchObject({ name: 'notFound' });
    expect(
      (await ask(ana, 'send', { conversation_id: id, client_id: randomUUID(), file_id: picture.data.id })).data,
    ).toMatchObject({ kind: 'image', file: { name: 'shop.png', is_image: true } });
    expect((await desk.openVisitorFile(mei, picture.data.id)).inline).toBe(true);
    await expect(desk.openVisitorFile(noor, picture.data.id)).rejects.toMatchObject({ name: 'notFound' });
    const text = await upload(ana, id, 'page.html.txt', '<script>alert(1)</script>');
    const answer = await fetchFile(ana, text.data.id);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect((await fetchFile(stranger, picture.data.id)).json()).toMatchObject({ code: 404 });
    // By no other way: the general files do not give it out.
    expect((await server.ask('GET', `/admin/saas_plat/file/${picture.data.id}`, { token: ana.token })).code).toBe(404);
  });

  test('[CHAT-07] a file of somebody else is not sent, and one with a virus is not kept', async () => {
    const home = await house();
    const [ana, mei] = [await home.agent(), await home.visitor()];
    const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
    await desk.line.serveNow(home.tenantId);
    const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
    expect((await upload(ana, id, 'eicar.txt', virus)).code).toBe(22406);
    const other = await house();
    const theirs = await other.visitor();
    const away = await other.agent();
    const foreign = (await desk.fromVisitor(theirs, says('hello'))).conversation.id;
    await desk.line.serveNow(other.tenantId);
    const file = await upload(away, foreign, 'a.png', PNG);
    expect((await ask(ana, 'send', { conversation_id: id, client_id: randomUUID(), file_id: file.data.id })).code).toBe(
      404,
    );
    await expect(desk.fromVisitor(mei, { client_id: randomUUID(), file_id: file.data.id })).rejects.toMatchObject({
      name: 'notFound',
    });
  });
});

test('[CHAT-07] a file nobody sent is gone after a day, one that was sent stays', async () => {
  const home = await house();
  const [ana, mei] = [await home.agent(), await home.visitor()];
  const { id } = (await desk.fromVisitor(mei, says('hello'))).conversation;
  await desk.line.serveNow(home.tenantId);
  const [sent, unsent, fresh] = [
    await upload(ana, id, 'a.png', PNG),
    await upload(ana, id, 'b.png', PNG),
    await upload(ana, id, 'c.png', PNG),
  ];
  await ask(ana, 'send', { conversation_id: id, client_id: randomUUID(), file_id: sent.data.id });
  await server.world.db.everyTenant('yesterday', (tx) =>
    sql`update stored_file set created_at = now() - interval '25 hours' where id = any(${[sent.data.id, unsent.data.id]}::bigint[])`.execute(
      tx.as(),
    ),
  );
  await sweepJob(server.world).run({} as never);
  expect(
    await Promise.all([sent, unsent, fresh].map(async ({ data }) => (await fetchFile(ana, data.id)).statusCode)),
  ).toEqual([200, 404, 200]);
});

test('[complaint 9] a supervisor can take somebody offline; others cannot', async () => {
  const home = await house();
  const ana = await home.agent();
  const boss = await home.agent({ online: false, functions: ['seats.supervise'] });
  const force = (who: Member) =>
    server.ask('PUT', '/admin/saas_plat/user/force_offline', { token: who.token, body: { user_id: ana.userId } });
  expect((await force(ana)).code).toBe(403);
  expect((await force(boss)).code).toBe(0);
  expect((await server.ask('GET', '/admin/saas_plat/user/online_status', { token: ana.token })).data).toMatchObject({
    online_status: 0,
  });
  expect(
    (
      await server.ask('PUT', '/admin/saas_plat/user/force_offline', {
        token: boss.token,
        body: { user_id: 999_999_999 },
      })
    ).code,
  ).toBe(404);
});

test('[API-01] a number that no message can have is refused as what it is', async () => {
  const home = await house();
  const ana = await home.agent();
  const { conversation } = await desk.fromVisitor(await home.visitor(), says('hello'));
  const tooMuch = 2 ** 31;
  expect(await ask(ana, 'read', { conversation_id: conversation.id, no: tooMuch })).toMatchObject({
    code: failureRow('invalidInput').code,
  });
  for (const part of ['before', 'after', 'around'])
    expect(await ask(ana, 'messages', { conversation_id: conversation.id, [part]: tooMuch }), part).toMatchObject({
      code: failureRow('invalidInput').code,
    });
  expect((await ask(ana, 'messages', { conversation_id: conversation.id, before: tooMuch - 1 })).code).toBe(0);
});
