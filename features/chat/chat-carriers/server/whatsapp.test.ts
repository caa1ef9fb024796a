import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openCloudApi, signed, messageBody, statusBody } from '#adapters/whatsapp-cloud/cloud-api.fixture.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { ShownCarrierAccount } from '../contract.ts';
import { aWhatsappHouse } from './carriers.fixture.ts';

vi.setConfig({ testTimeout: 30_000 });

const api = await openCloudApi();
const server = await testServer({ allowPrivate: true });
const { ask, world, built } = server;
const { db } = world;
afterAll(async () => {
  await server.close();
  await api.close();
});

const aNumber = () => `52155${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`;
const says = (from: string, body: string, more: Parameters<typeof messageBody>[2] = {}) =>
  messageBody(from, { type: 'text', text: { body } }, more);
const sentTo = (number: string) => api.sent.filter(({ to }) => to === number);

/** A conversation that an agent has, begun by a message of this number. */
async function aTalk(number = aNumber(), house?: Awaited<ReturnType<typeof aWhatsappHouse>>) {
  const home = house ?? (await aWhatsappHouse(server, api));
  const ana = await home.agent();
  expect(await home.hook(says(number, 'Hola'))).toBe(200);
  await expect.poll(() => home.list(ana), { timeout: 10_000 }).toHaveLength(1);
  const [talk] = await home.list(ana);
  return { home, ana, number, talk: talk! };
}

describe('a message of WhatsApp reaches an agent, and the answer goes back', () => {
  test('[CHAT-07] sent, delivered and read are told as WhatsApp tells them; a word that comes late changes nothing', async () => {
    const { home, ana, number, talk } = await aTalk();
    expect(talk).toMatchObject({
      channel_kind: 'whatsapp',
      name: 'Lucía Díaz',
      phone: number.replace('521', '52'),
      last_text: 'Hola',
      templates: false,
    });
    expect(talk.writable_until).not.toBeNull();
    const sent = await home.send(ana, talk.id, { text: 'Hello Lucía' });
    expect(sent.data.status).toBe(ChatMessageStatus.sending);
    const status = async () => (await home.messages(ana, talk.id)).find(({ id }) => id === sent.data.id)!.status;
    await expect.poll(status, { timeout: 10_000 }).toBe(ChatMessageStatus.sent);
    expect(sentTo(number)).toMatchObject([
      { type: 'text', text: { body: 'Hello Lucía' }, biz_opaque_callback_data: sent.data.client_id },
    ]);
    const { id } = sentTo(number)[0]!;
    await home.hook(statusBody(id, 'delivered'));
    expect(await status()).toBe(ChatMessageStatus.delivered);
    await home.hook(statusBody(id, 'read'));
    await home.hook(statusBody(id, 'delivered'));
    await home.hook(statusBody(id, 'failed', { errors: [{ code: 1, title: 'late' }] }));
    expect(await status()).toBe(ChatMessageStatus.read);
    const pushedStatuses = (await home.pushes(ana.userId))
      .filter(({ body }) => body['what'] === 'status')
      .map(({ body }) => [body['only'], body['status']]);
    expect(pushedStatuses).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
    ]);
  });

  test('[CHAT-07] the same call again, and one that tells half of it again, are one message each', async () => {
    const { home, ana, number, talk } = await aTalk();
    const body = says(number, 'twice', { id: `wamid.${randomUUID()}` });
    await Promise.all([home.hook(body), home.hook(body), home.hook(body)]);
    await home.hook(body);
    await home.hook(says(number, 'last'));
    await expect
      .poll(
        async () =>
          (await home.messages(ana, talk.id)).filter(({ author }) => author === 'visitor').map(({ text }) => text),
        { timeout: 10_000 },
      )
      .toEqual(['Hola', 'twice', 'last']);
  });

  test('a call without the right signature, or to an unknown address, is answered alike and stores nothing', async () => {
    const home = await aWhatsappHouse(server, api);
    expect(await home.hook(says(aNumber(), 'false'), 'not the secret')).toBe(401);
    const { payload, headers } = signed(says(aNumber(), 'x'));
    expect(
      (await built.http.inject({ method: 'POST', url: '/home/api/chat/whatsapp/wa-nobody', payload, headers })).json(),
    ).toMatchObject({ code: 22700 });
    // One letter more than was signed.
    expect(
      (await built.http.inject({ method: 'POST', url: home.path, payload: `${payload} `, headers })).statusCode,
    ).toBe(401);
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql`select from chat_incoming where tenant_id = ${home.tenantId}`.execute(tx.as()),
    );
    expect([rows.length, await home.conversations()]).toEqual([0, []]);
  });

  test('the question that proves our address is answered in plain text, with the word that the settings show', async () => {
    const home = await aWhatsappHouse(server, api);
    const [account] = (await ask<ShownCarrierAccount[]>('GET', '/home/api/chat/carrier', { token: home.boss.token }))
      .data;
    expect(account!.hook!.address).toBe(`http://openseat.test${home.path}`);
    const asked = (word: string) =>
      built.http.inject({
        method: 'GET',
        url: home.path,
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': '1158201444' },
      });
    const right = await asked(account!.hook!.verify_token);
    expect([right.statusCode, right.body, right.headers['content-type']]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ]);
    expect((await asked('another')).statusCode).toBe(401);
  });

  test('[CHAT-07] what an agent writes leaves in its order, also when the first is not taken at once', async () => {
    const { home, ana, number, talk } = await aTalk();
    api.next('busy');
    for (const text of ['one', 'two', 'three']) await home.send(ana, talk.id, { text });
    await expect
      .poll(() => sentTo(number).map(({ text }) => text!.body), { timeout: 20_000 })
      .toEqual(['one', 'two', 'three']);
  });

  test('[CHAT-07] what is refused for good is shown as failed with the reason, holds nothing up, and can be sent again', async () => {
    const { home, ana, number, talk } = await aTalk();
    api.next('refuse');
    const { data: first } = await home.send(ana, talk.id, { text: 'refused' });
    await home.send(ana, talk.id, { text: 'goes' });
    const found = async () => (await home.messages(ana, talk.id)).find(({ id }) => id === first.id)!;
    await expect
      .poll(found, { timeout: 10_000 })
      .toMatchObject({ status: ChatMessageStatus.failed, failure: 'noRecipient' });
    await expect.poll(() => sentTo(number).map(({ text }) => text!.body), { timeout: 10_000 }).toEqual(['goes']);
    const others = await home.agent();
    expect(
      await ask('POST', '/home/api/conversation/resend', { token: others.token, body: { message_id: first.id } }),
    ).toMatchObject({ code: 404 });
    expect(
      await ask('POST', '/home/api/conversation/resend', { token: ana.token, body: { message_id: first.id } }),
    ).toMatchObject({ code: 0, data: { status: ChatMessageStatus.sending, failure: '' } });
    await expect.poll(found, { timeout: 10_000 }).toMatchObject({ status: ChatMessageStatus.sent, failure: '' });
    expect(
      await ask('POST', '/home/api/conversation/resend', { token: ana.token, body: { message_id: first.id } }),
    ).toMatchObject({ status: 409 });
    expect(sentTo(number)).toHaveLength(2);
  });

  test('[CHAT-07] WhatsApp says later that it failed: the message says so', async () => {
    const { home, ana, number, talk } = await aTalk();
    const { data } = await home.send(ana, talk.id, { text: 'x' });
    await expect.poll(() => sentTo(number), { timeout: 10_000 }).toHaveLength(1);
    const found = async () => (await home.messages(ana, talk.id)).find(({ id }) => id === data.id)!;
    await expect.poll(found, { timeout: 10_000 }).toMatchObject({ status: ChatMessageStatus.sent });
    await home.hook(
      statusBody(sentTo(number)[0]!.id, 'failed', { errors: [{ code: 131047, title: 'Re-engagement message' }] }),
    );
    expect(await found()).toMatchObject({ status: ChatMessageStatus.failed, failure: 'windowOver' });
  });

  test('an agent who reads lets WhatsApp know', async () => {
    const { home, ana, number, talk } = await aTalk();
    const id = `wamid.${randomUUID()}`;
    await home.hook(says(number, 'read me', { id }));
    await expect
      .poll(async () => (await home.messages(ana, talk.id)).at(-1)!.text, { timeout: 10_000 })
      .toBe('read me');
    await ask('POST', '/home/api/conversation/read', { token: ana.token, body: { conversation_id: talk.id, no: 10 } });
    await expect.poll(() => api.seen, { timeout: 10_000 }).toContain(id);
  });
});

describe('files', () => {
  test('[CHAT-07] come in after they were looked at, and go out; what we do not take is a line that says so', async () => {
    const { home, ana, number, talk } = await aTalk();
    const pdf = api.putMedia(Buffer.from('%PDF-1.4\n%hello\n'), 'application/pdf');
    const program = api.putMedia(Buffer.from('MZ\u0090\0\u0003\0\0\0\u0004\0\0\0'), 'application/pdf');
    const virus = api.putMedia(
      Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')),
      'text/plain',
    );
    await home.hook(
      messageBody(number, {
        type: 'document',
        document: { id: pdf, mime_type: 'application/pdf', filename: 'bill.pdf', caption: 'my bill' },
      }),
    );
    await home.hook(
      messageBody(number, {
        type: 'document',
        document: { id: program, mime_type: 'application/pdf', filename: '../evil.pdf' },
      }),
    );
    await home.hook(
      messageBody(number, {
        type: 'document',
        document: { id: virus, mime_type: 'text/plain', filename: 'virus.txt' },
      }),
    );
    await home.hook(messageBody(number, { type: 'image', image: { id: '404404', mime_type: 'image/jpeg' } }));
    const transcript = async () =>
      (await home.messages(ana, talk.id))
        .slice(2)
        .map(({ author, text, file, event }) =>
          event ? `${event.what} ${event.name}` : `${author}: ${file?.media_type ?? text}`,
        );
    await expect
      .poll(transcript, { timeout: 20_000 })
      .toEqual([
        'visitor: my bill',
        'visitor: application/pdf',
        'fileRefused evil.pdf',
        'visitor: 📎 evil.pdf',
        'fileRefused virus.txt',
        'visitor: 📎 virus.txt',
        'fileLost image.jpg',
        'visitor: 📎 image.jpg',
      ]);
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.4\n%ours\n'], { type: 'application/pdf' }), 'ours.pdf');
    form.set('conversation_id', String(talk.id));
    const body = new Response(form);
    const uploaded = await built.http.inject({
      method: 'POST',
      url: '/home/api/conversation/upload',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': body.headers.get('content-type')! },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    await home.send(ana, talk.id, { file_id: uploaded.json().data.id });
    await expect
      .poll(() => sentTo(number).map(({ document }) => document?.filename), { timeout: 10_000 })
      .toEqual(['ours.pdf']);
    expect(api.media.get(sentTo(number)[0]!.document!.id)!.bytes.toString()).toBe('%PDF-1.4\n%ours\n');
  });
});

describe('the 24 hours', () => {
  async function aLateTalk() {
    const talk = await aTalk();
    await ask('POST', `/home/api/chat/carrier/${talk.home.channelId}/templates`, {
      token: talk.home.boss.token,
      body: {},
    });
    await db.everyTenant('time passes', (tx) =>
      sql`update chat_visitor set heard_at = heard_at - interval '25 hours' where id = ${talk.talk.visitor_id}`.execute(
        tx.as(),
      ),
    );
    return talk;
  }

  test('when they are over only templates go through: filled in, previewed and sent', async () => {
    const { home, ana, number, talk } = await aLateTalk();
    expect(await home.send(ana, talk.id, { text: 'too late' })).toMatchObject({ code: 22701 });
    expect(await home.send(ana, talk.id, { text: 'a note is none', note: true })).toMatchObject({ code: 0 });
    const templates = await ask('GET', `/home/api/conversation/${talk.id}/templates`, { token: ana.token });
    expect(templates.data).toEqual([
      { name: 'order_update', language: 'en_US', body: 'Hello {{1}}, your order {{2}} is on its way.' },
    ]);
    const wish = {
      conversation_id: talk.id,
      client_id: randomUUID(),
      name: 'order_update',
      language: 'en_US',
      values: ['Lucía', '42'],
    };
    expect(
      await ask('POST', '/home/api/conversation/template', { token: ana.token, body: { ...wish, values: ['Lucía'] } }),
    ).toMatchObject({ code: 400 });
    expect(
      await ask('POST', '/home/api/conversation/template', { token: ana.token, body: { ...wish, name: 'unknown' } }),
    ).toMatchObject({ code: 404 });
    const sent = await ask('POST', '/home/api/conversation/template', { token: ana.token, body: wish });
    expect(sent).toMatchObject({ code: 0, data: { text: 'Hello Lucía, your order 42 is on its way.' } });
    expect((await ask('POST', '/home/api/conversation/template', { token: ana.token, body: wish })).data.id).toBe(
      sent.data.id,
    );
    await expect.poll(() => sentTo(number).map(({ type }) => type), { timeout: 10_000 }).toEqual(['template']);
    expect(sentTo(number)[0]!.template!.components![0]!.parameters.map(({ text }) => text)).toEqual(['Lucía', '42']);
  });

  test('a message of theirs opens them again, counted from when it was written', async () => {
    const { home, ana, number, talk } = await aLateTalk();
    expect((await home.list(ana))[0]).toMatchObject({ templates: true });
    const atMs = Date.now() - 3_600_000;
    await home.hook(says(number, 'I am back', { atMs }));
    await expect.poll(async () => (await home.list(ana))[0]!.last_text, { timeout: 10_000 }).toBe('I am back');
    const until = Date.parse(`${(await home.list(ana))[0]!.writable_until!.replace(' ', 'T')}Z`);
    expect(Math.abs(until - (atMs + 24 * 3_600_000))).toBeLessThan(2_000);
    expect(await home.send(ana, talk.id, { text: 'welcome' })).toMatchObject({ code: 0 });
  });
});

describe('who writes', () => {
  test('a customer who alone has the number is who writes; two with it are nobody', async () => {
    const home = await aWhatsappHouse(server, api);
    const [one, two] = [aNumber(), aNumber()];
    const add = (phone: string) =>
      db.everyTenant('a customer', (tx) =>
        sql`insert into customer (tenant_id, full_name, phones, phone_countries) values (${home.tenantId}, 'Ana López', ${[phone.replace(/^521/, '52')]}, array['MX']) returning id`.execute(
          tx.as(),
        ),
      );
    await add(one);
    await add(two);
    await add(two);
    for (const number of [one, two]) await home.hook(says(number, 'hi'));
    await expect
      .poll(
        async () =>
          (await home.list(home.boss, 'waiting')).map(({ name, customer_id: id }) => [name, id !== null]).toSorted(),
        { timeout: 10_000 },
      )
      .toEqual([
        ['Ana López', true],
        ['Lucía Díaz', false],
      ]);
  });

  test('whoever is shut out is thanked and not heard', async () => {
    const { home, ana, number, talk } = await aTalk();
    await ask('POST', '/home/api/conversation/block', { token: ana.token, body: { conversation_id: talk.id } });
    expect(await home.hook(says(number, 'let me in'))).toBe(200);
    const waits = () =>
      db.everyTenant(
        'looks',
        async (tx) =>
          (await sql`select from chat_incoming where tenant_id = ${home.tenantId} and done_at is null`.execute(tx.as()))
            .rows.length,
      );
    await expect.poll(waits, { timeout: 10_000 }).toBe(0);
    expect(await home.conversations()).toMatchObject([{ state: 'closed' }]);
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql<{
        left: string;
      }>`select string_agg(i::text, ' ') "left" from chat_incoming i where tenant_id = ${home.tenantId}`.execute(
        tx.as(),
      ),
    );
    expect(rows[0]!.left).not.toContain(number.slice(-8));
  });

  test('[SEC-01] who sees stars gets no number of WhatsApp, neither in lists nor in events', async () => {
    const { home, number, talk } = await aTalk();
    const masked = await aMember(db, home.tenantId, { functions: ['chat.use', 'chat.supervise'], needsMasking: true });
    const answers = JSON.stringify([
      await home.list(masked, 'team'),
      await home.messages(masked, talk.id),
      await home.pushes(masked.userId),
    ]);
    expect(answers).toContain('Hola');
    expect(answers).not.toContain(number.slice(-8));
  });
});

describe('a server that dies', () => {
  /** As the process that died left it. */
  const die = (messageId: number) =>
    db.everyTenant('a process died', (tx) =>
      sql`update chat_outgoing set held_until = now() - interval '1 second', next_at = now() - interval '1 minute' where message_id = ${messageId}`.execute(
        tx.as(),
      ),
    );
  const look = () =>
    built.features
      .find(({ name }) => name === 'chat-carriers')!
      .jobs!.find(({ task }) => task === 'chat-carriers.look')!
      .run({} as never);

  test('[complaint 2] between storing and sending: the message is sent after all, once', async () => {
    const { home, ana, number, talk } = await aTalk();
    // Nobody was told of it: as when the process dies right after the transaction.
    await db.everyTenant('a message', (tx) =>
      sql`
      with m as (insert into chat_message (tenant_id, conversation_id, no, author, user_id, author_name, client_id, kind, text, fate, created_at) values (${home.tenantId}, ${talk.id}, 3, 'agent', ${ana.userId}, 'Ana', ${randomUUID()}, 'text', 'left behind', 0, now()) returning id),
      c as (update chat_conversation set last_no = 3 where id = ${talk.id})
      insert into chat_outgoing (message_id, tenant_id, conversation_id, no, next_at) select id, ${home.tenantId}, ${talk.id}, 3, now() - interval '1 minute' from m`.execute(
        tx.as(),
      ),
    );
    await look();
    await look();
    await expect.poll(() => sentTo(number).map(({ text }) => text!.body), { timeout: 10_000 }).toEqual(['left behind']);
    await expect
      .poll(async () => (await home.messages(ana, talk.id)).at(-1)!.status, { timeout: 10_000 })
      .toBe(ChatMessageStatus.sent);
  });

  test('[complaint 2] between sending and noting: what WhatsApp tells meanwhile is believed, and nothing is sent twice', async () => {
    const { home, ana, number, talk } = await aTalk();
    api.next('takeAndCut');
    const { data } = await home.send(ana, talk.id, { text: 'once' });
    await expect.poll(() => sentTo(number), { timeout: 10_000 }).toHaveLength(1);
    const found = async () => (await home.messages(ana, talk.id)).find(({ id }) => id === data.id)!;
    expect((await found()).status).toBe(ChatMessageStatus.sending);
    await home.hook(statusBody(sentTo(number)[0]!.id, 'delivered', { biz_opaque_callback_data: data.client_id }));
    expect((await found()).status).toBe(ChatMessageStatus.delivered);
    await die(data.id);
    await look();
    await home.send(ana, talk.id, { text: 'next' });
    await expect
      .poll(() => sentTo(number).map(({ text }) => text!.body), { timeout: 10_000 })
      .toEqual(['once', 'next']);
  });

  test('[complaint 2] between thanking and writing: what was kept is written, once', async () => {
    const { home, ana, number, talk } = await aTalk();
    const body = {
      externalId: 'wamid.kept',
      from: { externalId: number, name: 'Lucía', email: '', phone: '' },
      text: 'kept',
      files: [],
      sentAtMs: Date.now(),
      thread: {},
    };
    await db.everyTenant('a message', (tx) =>
      sql`
      insert into chat_incoming (tenant_id, channel_id, external_id, from_id, body, created_at, held_until) values (${home.tenantId}, ${home.channelId}, 'wamid.kept', ${number}, ${JSON.stringify(body)}::jsonb, now() - interval '2 minutes', now() - interval '1 second')`.execute(
        tx.as(),
      ),
    );
    await look();
    await look();
    await expect.poll(async () => (await home.messages(ana, talk.id)).at(-1)!.text, { timeout: 10_000 }).toBe('kept');
    await look();
    expect((await home.messages(ana, talk.id)).filter(({ text }) => text === 'kept')).toHaveLength(1);
  });
});
