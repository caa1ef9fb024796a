import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { aTenant, aMember } from '#test/builders.ts';
import { failures } from '#shared/errors.ts';
import { testServer } from '#test/test-server.ts';
import type { WebSettings, VisitorDown } from '../contract.ts';
import { aSiteAt } from './site.fixture.ts';
import { signIdentity } from './signed-identity.fixture.ts';

const server = await testServer();
const address = await server.built.http.listen({ host: '127.0.0.1', port: 0 });
afterAll(server.close);
const { db } = server.world;

const aSite = (settings: Partial<WebSettings> = {}) => aSiteAt(server, settings);

/** A page of a visitor, remembering what it was told. */
async function aPage(token: string, query = '') {
  const frames: VisitorDown[] = [];
  const refused: { code: number; msg: string }[] = [];
  const socket = new WebSocket(`${address.replace('http', 'ws')}/home/api/chat/visitor/socket${query}`, [token]);
  socket.on('message', (data) => {
    const envelope = JSON.parse(String(data));
    if (envelope.code === 0) frames.push(envelope.data);
    else refused.push({ code: envelope.code, msg: envelope.msg });
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const opened = await Promise.race([
    new Promise<boolean>((resolve) => socket.on('open', () => resolve(true))),
    closed.then(() => false),
  ]);
  return {
    frames: frames,
    refused,
    opened,
    closed,
    say: (message: object) => socket.send(JSON.stringify(message)),
    leave: () => socket.close(),
    of: (kind: string) => frames.filter((one) => one?.kind === kind),
  };
}

test('[CHAT-08] a visitor comes in, writes, and is the same on the same device; another device is somebody else', async () => {
  const site = await aSite();
  const first = (
    await site.enter({ language: 'es-MX', time_zone: 'America/Mexico_City', page_url: 'https://shop.example/cart' })
  ).data;
  const page = await aPage(first.token, `?last_event_id=${first.event_id}`);
  const clientId = randomUUID();
  page.say({ type: 'send', client_id: clientId, text: 'Hola' });
  await expect
    .poll(() => page.of('ack'))
    .toMatchObject([{ client_id: clientId, message: { no: 1, text: 'Hola', chat_type: 1 } }]);
  page.say({ type: 'send', client_id: clientId, text: 'Hola' });
  await expect.poll(() => page.of('ack').length).toBe(2);
  expect((await site.conversations()).length).toBe(1);
  page.leave();

  const again = (await site.enter({ token: first.token })).data;
  expect(again).toMatchObject({ token: first.token, conversation: { state: 'waiting', last_no: expect.any(Number) } });
  expect(again.messages.map(({ text }) => text)).toEqual(['Hola']);
  const other = (await site.enter()).data;
  expect([other.conversation, other.messages, other.token === first.token]).toEqual([null, [], false]);
});

test('[CHAT-08] what happens while a visitor is away is told on return, once and in order', async () => {
  const site = await aSite();
  const { token, event_id: eventId } = (await site.enter()).data;
  const page = await aPage(token, `?last_event_id=${eventId}`);
  page.say({ type: 'send', client_id: randomUUID(), text: 'one' });
  await expect.poll(() => page.of('message').length).toBeGreaterThan(0);
  const position = Math.max(...page.frames.map((one) => ('event_id' in one ? one.event_id : 0)));
  page.leave();
  await page.closed;
  const conversation = (await site.conversations())[0]!;
  const ana = await site.agent();
  await expect.poll(async () => (await site.conversations())[0]!.agent_id).toBe(ana.userId);
  for (const text of ['two', 'three'])
    expect(
      (
        await server.ask('POST', '/home/api/conversation/send', {
          token: ana.token,
          body: { conversation_id: conversation.id, client_id: randomUUID(), text },
        })
      ).code,
    ).toBe(0);
  expect(
    (
      await server.ask('POST', '/home/api/conversation/send', {
        token: ana.token,
        body: { conversation_id: conversation.id, client_id: randomUUID(), text: 'for colleagues', note: true },
      })
    ).code,
  ).toBe(0);
  const back = await aPage(token, `?last_event_id=${position}`);
  const texts = () =>
    back
      .of('message')
      .map((one) => (one as { message: { text: string } }).message.text)
      .filter(Boolean);
  await expect.poll(texts).toEqual(['two', 'three']);
  const loaded = (await site.enter({ token })).data;
  expect(loaded.messages.map(({ text }) => text).filter(Boolean)).toEqual(['one', 'two', 'three']);
  expect(JSON.stringify([back.frames, loaded])).not.toContain('for colleagues');
  back.leave();
});

test('[CHAT-08] [complaint 2] a message the database cannot take now is refused by its client id, and stored when it comes again', async () => {
  const site = await aSite();
  const page = await aPage((await site.enter()).data.token);
  page.say({ type: 'send', client_id: randomUUID(), text: 'one' });
  await expect.poll(() => page.of('ack').length).toBe(1);
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  const holding = db.everyTenant('holds the conversation', async (tx) => {
    await sql`select from chat_conversation where tenant_id = ${site.tenantId} for update`.execute(tx.as());
    isHeld();
    await over;
  });
  await held;
  const client_id = randomUUID();
  page.say({ type: 'send', client_id, text: 'two' });
  const giveUp = () =>
    db.pool.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%chat_from_visitor%' and datname = current_database()",
    );
  await expect.poll(async () => (await giveUp()).rowCount).toBeGreaterThan(0);
  await expect.poll(() => page.refused).toEqual([{ code: failures.unavailable.code, msg: client_id }]);
  finish();
  await holding;
  page.say({ type: 'send', client_id, text: 'two' });
  await expect.poll(() => page.of('ack').length).toBe(2);
  page.leave();
});

test('[CHAT-08] a token of nobody opens nothing; of another channel it is nobody’s', async () => {
  const [site, other] = [await aSite(), await aSite()];
  expect(await (await aPage('x'.repeat(43))).closed).toBe(4001);
  expect((await server.ask('POST', '/home/api/chat/visitor/end', { body: { token: 'x'.repeat(43) } })).code).toBe(404);
  const { token } = (await site.enter()).data;
  expect((await other.enter({ token })).data.token).not.toBe(token);
  expect((await site.enter({ key: 'no-such-site' })).code).toBe(404);
});

test('[CHAT-08] who the host site vouches for is the same on every device, and the customer they are; a bad word is refused', async () => {
  const site = await aSite();
  const { secret } = (await site.manage('POST', `channel/${site.id}/secret`)).data;
  const customerId = await db.everyTenant(
    'a customer',
    async (tx) =>
      (
        await sql<{
          id: number;
        }>`insert into customer (tenant_id, full_name, emails) values (${site.tenantId}, 'Mei Lin', array['mei@shop.example']) returning id`.execute(
          tx.as(),
        )
      ).rows[0]!.id,
  );
  const exp = Math.trunc(Date.now() / 1_000) + 60;
  const word = signIdentity(secret, { id: 'u-7', name: 'Mei', email: 'Mei@shop.example', exp });
  const [phone, desk] = [(await site.enter({ identity: word })).data, (await site.enter({ identity: word })).data];
  const page = await aPage(phone.token);
  page.say({ type: 'send', client_id: randomUUID(), text: 'from my phone' });
  await expect.poll(() => page.of('ack').length).toBe(1);
  expect((await site.enter({ token: desk.token })).data.messages.map(({ text }) => text)).toContain('from my phone');
  const visitors = await db.everyTenant(
    'looks',
    async (tx) =>
      (
        await sql<{
          customer_id: number;
          name: string;
        }>`select customer_id, name from chat_visitor where tenant_id = ${site.tenantId}`.execute(tx.as())
      ).rows,
  );
  expect(visitors).toEqual([{ customer_id: customerId, name: 'Mei' }]);

  const body = word.split('.')[0]!;
  const forged = `${Buffer.from(JSON.stringify({ id: 'u-8', exp })).toString('base64url')}.${word.split('.')[1]}`;
  for (const bad of [
    forged,
    `${body}.`,
    body,
    `${word}.x`,
    signIdentity('guess', { id: 'u-7', exp }),
    signIdentity(secret, { id: 'u-7', exp: exp - 3_600 }),
  ])
    expect((await site.enter({ identity: bad })).code, bad).toBe(22_601);
  await site.manage('POST', `channel/${site.id}/secret`);
  expect((await site.enter({ identity: word })).code, 'signed with the old secret').toBe(22_601);
  page.leave();
});

test('[CHAT-08] a visitor of the host site who signs in as somebody else does not see what the first one wrote', async () => {
  const site = await aSite();
  const { secret } = (await site.manage('POST', `channel/${site.id}/secret`)).data;
  const exp = Math.trunc(Date.now() / 1_000) + 60;
  const mei = (await site.enter({ identity: signIdentity(secret, { id: 'mei', exp }) })).data;
  const page = await aPage(mei.token);
  page.say({ type: 'send', client_id: randomUUID(), text: 'my card was stolen' });
  await expect.poll(() => page.of('ack').length).toBe(1);
  const omar = (await site.enter({ token: mei.token, identity: signIdentity(secret, { id: 'omar', exp }) })).data;
  expect([omar.token === mei.token, omar.messages]).toEqual([false, []]);
  page.leave();
});

test('[CHAT-08] the first sight of a page says who answers, how fast they lately did, and whether somebody is there', async () => {
  const site = await aSite();
  const seen = async () => (await server.ask('GET', `/home/api/chat/page/${site.key}`)).data;
  expect(await seen()).toMatchObject({ staffed: false, answers_in: null, team: expect.stringMatching(/^Group /) });
  await site.agent();
  await db.everyTenant('talks of yesterday', (tx) =>
    sql`
    with v as (insert into chat_visitor (tenant_id, channel_id) select ${site.tenantId}, ${site.id} from generate_series(1, 6) returning id)
    insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, waiting_since, last_at, created_at, first_answer_at, closed_at)
    select ${site.tenantId}, ${site.id}, v.id, ${site.groupId}, 'closed', d.begun, date_trunc('second', d.begun), d.begun, d.begun + interval '90 seconds', now() from v, (select now() - interval '1 day' begun) d`.execute(
      tx.as(),
    ),
  );
  expect(await seen()).toMatchObject({ staffed: true, answers_in: 2 });
});

test('[CHAT-08] questions before the chat are asked once; hours and texts reach the page', async () => {
  const question = { key: 'who', kind: 'name' as const, label: { 'en-US': 'Your name' }, required: true, choices: [] };
  const site = await aSite({ form: [question], hours: [], greeting: { 'en-US': 'Hello' }, colour: '#aa3311' });
  expect((await server.ask('GET', `/home/api/chat/page/${site.key}`)).data).toMatchObject({
    open: false,
    opens_in: null,
    colour: '#aa3311',
    greeting: { 'en-US': 'Hello' },
    form: [{ key: 'who' }],
  });
  const fresh = (await site.enter()).data;
  expect(fresh.needs_form).toBe(true);
  const entered = (await site.enter({ token: fresh.token, answers: { who: 'Mei' } })).data;
  expect([entered.needs_form, entered.name, entered.token]).toEqual([false, 'Mei', fresh.token]);
  expect((await site.enter({ token: fresh.token })).data).toMatchObject({ needs_form: false, name: 'Mei' });
});

test('[CHAT-08] the widget’s script names its channel, may be used by other sites and is small', async () => {
  const site = await aSite({ title: { 'en-US': '</script><b>' } });
  const answer = await server.built.http.inject({
    method: 'GET',
    url: `/home/api/chat/widget/${site.key}`,
    headers: { host: 'chat.example' },
  });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cross-origin-resource-policy']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'cross-origin',
  ]);
  expect(answer.body).toContain(`"key":"${site.key}"`);
  // Whatever name it was asked by: a cache would hand the answer to everybody.
  expect(answer.body).toContain('"site":"http://openseat.test"');
  expect(answer.body).not.toContain('chat.example');
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  expect(answer.body).not.toContain('</script>');
  expect(answer.rawPayload.length).toBeLessThan(25 * 1024);
  expect(() => new Function(answer.body)).not.toThrow();
});

test('[CHAT-08] channels are managed with a right, by version, and those somebody wrote through stay', async () => {
  const site = await aSite();
  const channel = (await site.manage('GET', 'channel')).data.find((one: { id: number }) => one.id === site.id);
  const change = {
    name: 'Shop',
    group_id: site.groupId,
    settings: { ...channel.settings, origins: ['https://shop.example'] },
  };
  expect((await site.manage('PUT', `channel/${site.id}`, { ...change, version: channel.version })).code).toBe(0);
  expect((await site.manage('PUT', `channel/${site.id}`, { ...change, version: channel.version })).code).toBe(20_001);
  expect(
    (await site.manage('POST', 'channel', { name: 'Twice', key: site.key, group_id: site.groupId, settings: {} })).code,
  ).toBe(22_602);
  const reader = await aMember(db, site.tenantId, { functions: ['chat-channels.view'] });
  expect((await site.manage('DELETE', `channel/${site.id}`, undefined, reader.token)).code).toBe(403);
  const stranger = await aMember(db, await aTenant(db), { functions: ['chat-channels.view', 'chat-channels.edit'] });
  expect([
    (await site.manage('GET', 'channel', undefined, stranger.token)).data,
    (await site.manage('DELETE', `channel/${site.id}`, undefined, stranger.token)).code,
  ]).toEqual([[], 404]);
  await site.enter();
  expect((await site.manage('DELETE', `channel/${site.id}`)).code).toBe(22_603);
  expect(
    (await site.manage('PUT', `channel/${site.id}`, { ...change, enabled: false, version: channel.version + 1 })).code,
  ).toBe(0);
  expect((await site.enter()).code, 'switched off').toBe(404);
});
