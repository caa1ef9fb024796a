import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aMember } from '#test/builders.ts';
import { says } from './chat.fixture.ts';
import { aChatServer } from './chat-server.fixture.ts';

const { server, desk, house } = await aChatServer();

test('who is erased leaves neither words, files nor contacts in conversations; others stay', async () => {
  const { db } = server.world;
  const home = await house();
  const keeper = await aMember(db, home.tenantId, {
    functions: ['customers.use', 'customers.view', 'customers.erase', 'customers.edit'],
  });
  const customer = await db.everyTenant(
    'a customer',
    async (tx) =>
      (
        await sql<{ id: number }>`
    insert into customer (tenant_id, full_name, phones, phone_countries, emails) values (${home.tenantId}, 'Mei Lin', '{525512345678}', '{MX}', '{mei@mail.example}') returning id`.execute(
          tx.as(),
        )
      ).rows[0]!.id,
  );
  const [mei, byMail, noor] = [
    await home.visitor({ name: 'Mei Lin', phone: '525512345678' }),
    await home.visitor({ name: 'M. Lin', email: 'Mei@mail.example' }),
    await home.visitor({ name: 'Noor' }),
  ];
  const first = await desk.fromVisitor(mei, says('I am Mei Lin of Puebla'));
  await desk.fromVisitor(byMail, says('Lin again'));
  await desk.fromVisitor(noor, says('somebody else'));
  const path = join(mkdtempSync(join(tmpdir(), 'openseat-chat-')), 'passport.txt');
  writeFileSync(path, 'Lin');
  const file = await desk.storeVisitorFile(mei, { path, name: 'Lin.txt', mediaType: 'text/plain', bytes: 3 });
  await desk.fromVisitor(mei, { client_id: crypto.randomUUID(), file_id: file.id });
  // What a visitor types makes nobody a customer; an agent says so, or the host site does.
  expect((await home.conversations())[0]).toMatchObject({ id: first.conversation.id, customer_id: null });

  const { data } = await server.ask('POST', '/admin/cdp/customer/erase', {
    token: keeper.token,
    body: { id: customer, reason: 'asked' },
  });
  expect(data.erased.chat).toBe(5);
  expect(await home.conversations()).toMatchObject([{ visitor_id: noor.visitorId }]);
  await db.everyTenant('the test looks', async (tx) => {
    for (const table of [
      'chat_visitor',
      'chat_conversation',
      'chat_message',
      'chat_file',
      'chat_participant',
      'realtime_event',
      'outbox',
    ]) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} t where tenant_id = ${home.tenantId} and (t::text like '%Lin%' or t::text like '%525512345678%' or t::text ilike '%mei@%')`.execute(
          tx.as(),
        );
      expect(rows, table).toEqual([]);
    }
  });
  await expect(desk.openVisitorFile(mei, file.id)).rejects.toMatchObject({ name: 'notFound' });
  await expect(desk.fromVisitor(mei, says('hello?'))).rejects.toMatchObject({ name: 'notFound' });
});
