import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { imapServer } from '#adapters/mailbox/imap-server.fixture.ts';
import { aLetter, OWN } from '#adapters/mailbox/mailbox.fixture.ts';
import { smtpServer } from '#adapters/mailbox/smtp-server.fixture.ts';
import type { ChatMessage, Conversation } from '#features/chat/chat/contract.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { aMember, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => void (server = await testServer({ allowPrivate: true })));
afterAll(() => server.close());

/** A house with a mailbox, its two servers, somebody who may change it, and an agent who waits for conversations. */
async function aMailHouse({ enabled = true }: { enabled?: boolean } = {}) {
  const { world, ask } = server;
  const [imap, smtp] = [await imapServer(), await smtpServer()];
  const home = await aChatHouse(world.db, world.clock);
  const boss = await aMember(world.db, home.tenantId, {
    functions: ['chat-carriers.view', 'chat-carriers.edit', 'chat.use', 'chat.supervise'],
  });
  const agent = await home.agent();
  const wish = (some: object = {}) => ({
    name: 'Our mailbox',
    group_id: home.groupId,
    enabled,
    secrets: { imap_password: 'secret', smtp_password: 'secret' },
    email: {
      address: OWN,
      name: 'Aurora',
      imap_host: '127.0.0.1',
      imap_port: imap.port,
      imap_tls: 'none',
      imap_user: 'help',
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      smtp_tls: 'none',
      smtp_user: 'help',
    },
    ...some,
  });
  const { data } = await ask<{ id: number }>('POST', '/home/api/chat/carrier', { token: boss.token, body: wish() });
  const update = (some: object, version: number) =>
    ask('PUT', `/home/api/chat/carrier/${data.id}`, { token: boss.token, body: { ...wish(some), version } });
  onTestFinished(async () => {
    // Nobody watches a server that is gone.
    await world.db.everyTenant('the test is over', (tx) =>
      sql`update chat_channel set enabled = false, version = version + 1 where id = ${data.id}`.execute(tx.as()),
    );
    await world.db.everyTenant('the test is over', (tx) =>
      sql`select pg_notify('chat_carrier', ${`${home.tenantId} ${data.id}`})`.execute(tx.as()),
    );
    await expect.poll(imap.connections).toBe(0);
    await imap.close();
    await smtp.close();
  });
  if (enabled) await expect.poll(imap.isIdling, { timeout: 10_000 }).toBe(true);
  const list = async ({ token }: Member, filter = 'mine') =>
    (await ask<{ list: Conversation[] }>('POST', '/home/api/conversation/list', { token, body: { filter } })).data.list;
  const messages = async (id: number) =>
    (await ask<ChatMessage[]>('GET', `/home/api/conversation/${id}/messages`, { token: agent.token })).data;
  const send = (id: number, some: object) =>
    ask<ChatMessage>('POST', '/home/api/conversation/send', {
      token: agent.token,
      body: { conversation_id: id, client_id: randomUUID(), ...some },
    });
  const close = (id: number) =>
    ask('POST', '/home/api/conversation/close', { token: agent.token, body: { conversation_id: id } });
  /** The one conversation of the agent, once it is there. */
  async function first(): Promise<Conversation> {
    await expect.poll(() => list(agent).then((all) => all.length), { timeout: 10_000 }).toBe(1);
    return (await list(agent))[0]!;
  }
  const transcript = async (id: number) =>
    (await messages(id)).filter(({ kind }) => kind !== 'event').map(({ author, text }) => `${author}: ${text}`);
  return {
    ...home,
    imap,
    smtp,
    boss,
    agent,
    channelId: data.id,
    update,
    list,
    messages,
    said: transcript,
    send,
    close,
    first,
  };
}

describe('a mail and its answer', () => {
  test('[CHAT-07] a mail arrives, an agent answers, and the answer lands in the thread', async () => {
    const house = await aMailHouse();
    const mail = house.imap.deliver(
      aLetter('May I change the date?\n\n-- \nMei', { id: '<q1@mail.example>', headers: { Subject: 'Two tickets' } }),
    );
    const conversation = await house.first();
    expect(conversation).toMatchObject({
      channel_kind: 'email',
      name: 'Mei Lin',
      email: 'mei@mail.example',
      answers: { subject: 'Two tickets' },
    });
    await expect
      .poll(() => house.said(conversation.id))
      .toEqual(['visitor: May I change the date?', 'visitor: message.txt']);
    await expect.poll(() => [...mail.flags]).toEqual(['\\Seen']);

    const { data } = await house.send(conversation.id, { text: 'Tuesday is fine.' });
    await expect.poll(() => house.smtp.taken.length, { timeout: 10_000 }).toBe(1);
    const { mail: answer, to } = house.smtp.taken[0]!;
    expect(to).toEqual(['mei@mail.example']);
    expect(answer).toMatchObject({
      subject: 'Re: Two tickets',
      inReplyTo: '<q1@mail.example>',
      references: '<q1@mail.example>',
      messageId: `<${data.client_id}@aurora.example>`,
    });
    expect((answer.text ?? '').trim()).toBe('Tuesday is fine.');
    await expect
      .poll(async () => (await house.messages(conversation.id)).find(({ id }) => id === data.id)?.status)
      .toBe(ChatMessageStatus.sent);

    // The customer answers below our words.
    house.imap.deliver(
      aLetter(`Thank you!\n\nOn Sun, 15 Nov 2026 at 10:00, Ana (Aurora) <${OWN}> wrote:\n> Tuesday is fine.`, {
        headers: {
          Subject: 'Re: Two tickets',
          'In-Reply-To': answer.messageId!,
          References: `<q1@mail.example> ${answer.messageId}`,
        },
      }),
    );
    await expect.poll(() => house.said(conversation.id)).toContain('visitor: Thank you!');
    expect(await house.list(house.agent)).toHaveLength(1);
  });

  test('[CHAT-07] files come and go', async () => {
    const house = await aMailHouse();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    house.imap.deliver(
      aLetter(
        `--x\nContent-Type: text/plain\n\nMy passport.\n\n--x\nContent-Type: image/png\nContent-Disposition: attachment; filename*=UTF-8''pasaporte%20%E6%8A%A4%E7%85%A7.png\nContent-Transfer-Encoding: base64\n\n${png.toString('base64')}\n--x--`,
        { headers: { 'Content-Type': 'multipart/mixed; boundary=x' } },
      ),
    );
    const conversation = await house.first();
    await expect
      .poll(() => house.said(conversation.id))
      .toEqual(['visitor: My passport.', 'visitor: pasaporte 护照.png']);
    expect((await house.messages(conversation.id)).find(({ kind }) => kind === 'image')?.file).toMatchObject({
      media_type: 'image/png',
      bytes: png.length,
    });

    const form = `--b\r\nContent-Disposition: form-data; name="conversation_id"\r\n\r\n${conversation.id}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="ticket.txt"\r\nContent-Type: text/plain\r\n\r\nSeat 12A\r\n--b--\r\n`;
    const uploaded = await server.built.http.inject({
      method: 'POST',
      url: '/home/api/conversation/upload',
      payload: form,
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${house.agent.token}` },
    });
    await house.send(conversation.id, { file_id: (uploaded.json() as { data: { id: number } }).data.id });
    await expect.poll(() => house.smtp.taken.length, { timeout: 10_000 }).toBe(1);
    const [file] = house.smtp.taken[0]!.mail.attachments;
    expect([file?.filename, Buffer.from(file!.content as ArrayBuffer).toString()]).toEqual(['ticket.txt', 'Seat 12A']);
  });

  test('[CHAT-07] a mail in the thread of a closed conversation begins a new one, with its subject', async () => {
    const house = await aMailHouse();
    house.imap.deliver(aLetter('First', { headers: { Subject: 'Two tickets' } }));
    const { id } = await house.first();
    await house.close(id);
    house.imap.deliver(aLetter('Once more', { headers: { Subject: 'Re: Two tickets, please' } }));
    await expect
      .poll(async () => (await house.list(house.agent)).map((one) => one.id !== id && one.answers['subject']), {
        timeout: 10_000,
      })
      .toEqual(['Two tickets, please']);
    expect(await house.said(id)).toEqual(['visitor: First']);
  });

  test('[CHAT-07] the same mail told twice is one message', async () => {
    const house = await aMailHouse();
    house.imap.deliver(aLetter('Hello', { id: '<same@mail.example>' }));
    const { id } = await house.first();
    house.imap.renumber();
    house.imap.cutAll();
    await expect.poll(house.imap.isIdling, { timeout: 10_000 }).toBe(true);
    house.imap.deliver(aLetter('Second'));
    await expect.poll(() => house.said(id)).toEqual(['visitor: Hello', 'visitor: Second']);
  });
});

describe('crashes', () => {
  test('[CHAT-07] a mail that was stored by somebody who died before noting it is one message', async () => {
    const house = await aMailHouse();
    house.imap.deliver(aLetter('Hello', { id: '<once@mail.example>' }));
    const { id } = await house.first();
    await expect.poll(house.imap.isIdling, { timeout: 10_000 }).toBe(true);
    await server.world.db.everyTenant('somebody died', (tx) =>
      sql`delete from chat_mail_taken where channel_id = ${house.channelId}`.execute(tx.as()),
    );
    await server.world.db.everyTenant('somebody died', (tx) =>
      sql`update chat_mailbox set uid = 0 where channel_id = ${house.channelId}`.execute(tx.as()),
    );
    const fetches = () => house.imap.commands.filter((command) => command.includes('BODY.PEEK[]')).length;
    const before = fetches();
    house.imap.cutAll();
    await expect.poll(fetches, { timeout: 10_000 }).toBeGreaterThan(before);
    house.imap.deliver(aLetter('Second'));
    await expect.poll(() => house.said(id), { timeout: 10_000 }).toEqual(['visitor: Hello', 'visitor: Second']);
  });
});

describe('machines', () => {
  test('[CHAT-07] an echo and a newsletter begin no conversation', async () => {
    const house = await aMailHouse();
    house.imap.deliver(aLetter('echo', { headers: { From: `Us <${OWN}>` } }));
    house.imap.deliver(aLetter('Sale!', { headers: { 'List-Id': '<news.mail.example>' } }));
    house.imap.deliver(aLetter('A person'));
    const { id } = await house.first();
    expect(await house.said(id)).toEqual(['visitor: A person']);
    expect(await house.list(house.boss, 'team')).toHaveLength(1);
  });

  test('[CHAT-07] out of office is shown beside the conversation, owes nobody an answer, and begins nothing', async () => {
    const house = await aMailHouse();
    const away = (from: string) =>
      aLetter('I am back on Monday.', {
        headers: { From: from, Subject: 'Automatic reply: Two tickets', 'Auto-Submitted': 'auto-replied' },
      });
    house.imap.deliver(away('stranger@mail.example'));
    house.imap.deliver(aLetter('May I?'));
    const { id } = await house.first();
    await house.send(id, { text: 'You may.' });
    house.imap.deliver(away('mei@mail.example'));
    await expect
      .poll(() => house.said(id))
      .toEqual(['visitor: May I?', 'agent: You may.', 'note: Automatic reply: Two tickets\n\nI am back on Monday.']);
    const [now] = await house.list(house.agent);
    expect([now!.unanswered_since, now!.unread]).toEqual([null, 0]);
    expect(await house.list(house.boss, 'team')).toHaveLength(1);
  });

  test('[CHAT-07] a report that an answer did not arrive is shown at that answer', async () => {
    const house = await aMailHouse();
    house.imap.deliver(aLetter('May I?'));
    const { id } = await house.first();
    const { data } = await house.send(id, { text: 'You may.' });
    await expect.poll(() => house.smtp.taken.length, { timeout: 10_000 }).toBe(1);
    const answer = house.smtp.taken[0]!;
    house.imap.deliver(
      aLetter(
        `--x\nContent-Type: text/plain\n\nSorry.\n\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example\n\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 The mailbox is full\n\n--x\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${answer.mail.messageId}\n\n--x--`,
        {
          headers: {
            From: 'MAILER-DAEMON@mail.example',
            'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
          },
        },
      ),
    );
    await expect
      .poll(async () => (await house.messages(id)).find((one) => one.id === data.id))
      .toMatchObject({ status: ChatMessageStatus.failed, failure: '552 The mailbox is full' });
    expect(await house.said(id)).toEqual(['visitor: May I?', 'agent: You may.']);
  });
});

describe('the account', () => {
  test('[CHAT-07] is read anew when its settings change, and not at all when it is switched off', async () => {
    const house = await aMailHouse({ enabled: false });
    expect(house.imap.connections()).toBe(0);
    expect(await house.update({ enabled: true }, 1)).toMatchObject({ code: 0 });
    await expect.poll(house.imap.isIdling, { timeout: 10_000 }).toBe(true);
    expect(await house.update({ enabled: false }, 2)).toMatchObject({ code: 0 });
    await expect.poll(house.imap.connections).toBe(0);
  });

  test('[CHAT-07] whose password is wrong says so, and tells it to nobody', async () => {
    const house = await aMailHouse({ enabled: false });
    await house.update({ enabled: true, secrets: { imap_password: 'not-this-one' } }, 1);
    const account = async () =>
      (
        await server.ask<{ id: number; problem: string; secrets_set: string[] }[]>('GET', '/home/api/chat/carrier', {
          token: house.boss.token,
        })
      ).data.find(({ id }) => id === house.channelId);
    await expect.poll(async () => (await account())?.problem, { timeout: 10_000 }).toBe('imapPassword');
    expect(JSON.stringify(await account())).not.toContain('not-this-one');
    expect(
      await server.ask('POST', `/home/api/chat/carrier/${house.channelId}/check`, {
        token: house.boss.token,
        body: {},
      }),
    ).toMatchObject({ data: { problem: 'imapPassword' } });
  });
});
