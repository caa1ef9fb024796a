import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CALL_ENDED } from '#features/voice/call-records/contract.ts';
import { aMember } from '#test/builders.ts';
import { says } from './chat.fixture.ts';
import { aChatServer } from './chat-server.fixture.ts';

const { server, desk, house } = await aChatServer();
const { db } = server.world;

/** A visitor who wrote and called, an agent who had both, and the customer they turn out to be. */
async function aCaller() {
  const home = await house();
  const agent = await home.agent({
    functions: ['chat.use', 'customers.use', 'customers.view', 'customers.erase', 'customers.edit', 'call-records.use'],
  });
  const stranger = await aMember(db, home.tenantId, { functions: ['customers.use'] });
  const visitor = await home.visitor({ name: 'Mei' });
  const { conversation } = await desk.fromVisitor(visitor, says('I will call you'));
  const ask = <D = any>(path: string, body: object, { token } = agent) => server.ask<D>('POST', path, { token, body });
  await ask('/home/api/conversation/take', { conversation_id: conversation.id });
  const callId = randomUUID();
  const customerId = await db.everyTenant('a call and a customer', async (tx) => {
    await sql`insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, outcome, customer_number, our_number, customer_name, visitor_id) values (${home.tenantId}, ${callId}, 'n', 'inbound', now(), now(), 1, '', '', 'Mei', ${visitor.visitorId})`.execute(
      tx.as(),
    );
    await sql`insert into call_agent (tenant_id, record_id, user_id, started_at, result) select tenant_id, id, ${agent.userId}, started_at, 'talked' from call_record where call_id = ${callId}`.execute(
      tx.as(),
    );
    return (
      await sql<{
        id: number;
      }>`insert into customer (tenant_id, full_name) values (${home.tenantId}, 'Mei Lin') returning id`.execute(tx.as())
    ).rows[0]!.id;
  });
  const record = () =>
    db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql<{
            customer_id: string | null;
            customer_name: string;
            visitor_id: number | null;
          }>`select customer_id, customer_name, visitor_id from call_record where call_id = ${callId}`.execute(tx.as())
        ).rows[0]!,
    );
  const link = (to: number | null) =>
    server.ask('PUT', '/home/api/conversation/record/update', {
      token: agent.token,
      body: { conversation_id: conversation.id, customer_id: to },
    });
  return { ...home, agent, stranger, visitor, callId, customerId, ask, record, link };
}

test('[CHAT-08] [CHAT-09] a visitor who is linked to a customer brings chats and calls into one timeline', async () => {
  const { callId, customerId, ask, record, link, stranger } = await aCaller();
  const customersOf = async (who?: typeof stranger) =>
    (await ask<{ list: { id: number }[] }>('/admin/cdp/customer/list', { call_id: callId }, who)).data.list.map(
      ({ id }) => id,
    );
  expect(await customersOf()).toEqual([]);
  expect((await link(customerId)).code).toBe(0);
  expect(await record()).toMatchObject({ customer_id: String(customerId) });
  const { list } = (await ask<{ list: { kind: string }[] }>('/admin/cdp/customer/timeline', { id: customerId })).data;
  expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['call', 'chat']));
  expect(await customersOf(), 'the agent of the call').toEqual([customerId]);
  expect(await customersOf(stranger), 'somebody else').toEqual([]);
  const { data: calls } = await ask<{ list: { callId: string; fromChat: boolean; number: string }[] }>(
    '/cc/api/ccCdr/v1/customer/detail/page',
    { callId, page: 1, size: 10 },
  );
  expect(calls.list).toMatchObject([{ callId, fromChat: true, number: '' }]);
  await link(null);
  expect(await record()).toMatchObject({ customer_id: null });
});

test('[CHAT-08] a customer who called from a chat was spoken with', async () => {
  const { callId, customerId, link, tenantId } = await aCaller();
  await link(customerId);
  await db.tenant({ tenantId }, (tx) => tx.announce(CALL_ENDED, { tenantId, callId }));
  await expect
    .poll(
      () =>
        db.everyTenant(
          'looks',
          async (tx) =>
            (
              await sql<{
                at: string | null;
              }>`select last_contact_at at from customer where id = ${customerId}`.execute(tx.as())
            ).rows[0]!.at,
        ),
      { timeout: 10_000 },
    )
    .not.toBeNull();
});

test('whoever is erased leaves no name in calls from chats', async () => {
  const { customerId, ask, record, link } = await aCaller();
  await link(customerId);
  expect((await ask('/admin/cdp/customer/erase', { id: customerId, reason: 'asked' })).code).toBe(0);
  expect(await record()).toEqual({ customer_id: null, customer_name: '', visitor_id: null });
});
