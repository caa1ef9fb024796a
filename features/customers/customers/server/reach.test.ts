import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aMember } from '#test/builders.ts';
import { READ_IN_A_SPAN } from '../core/reading-span.ts';
import { aCallTo, EVERYTHING, houseWithCalls, type CustomerClerk } from './customers.fixture.ts';

const { house, book } = await houseWithCalls();
const { db } = house.server.world;
const USE = ['customers.use', 'follow-records.use', 'call-records.use', 'chat.use', 'sms.use'];
const ALL_BUT_VIEW = [...EVERYTHING.filter((one) => one !== 'customers.view'), 'customers.erase', ...USE];
/** The change of a version that is no more. */
const STALE = 20_002;
const SECRET = 'Zephyrine Quill';
let numbers = 0;

let manager: CustomerClerk;
let agent: CustomerClerk;
let officer: CustomerClerk;
let colleague: CustomerClerk;

beforeAll(async () => {
  manager = await house.manager();
  const { tenantId } = manager.member;
  agent = house.desk(await aMember(db, tenantId, { functions: USE }));
  officer = house.desk(await aMember(db, tenantId, { functions: ALL_BUT_VIEW }));
  colleague = house.desk(await aMember(db, tenantId, { functions: USE }));
});

const inTenant = (statement: ReturnType<typeof sql>) =>
  db.tenant({ tenantId: manager.member.tenantId }, (tx) => statement.execute(tx.as()));

async function somebody(wish: object = {}): Promise<{ id: number; number: string; word: string }> {
  const number = `52551234${String((numbers += 1)).padStart(4, '0')}`;
  const { id } = await manager.add({ full_name: SECRET, phones: [{ number: `+${number}`, country: '' }], ...wish });
  return { id, number, word: await house.wordFor(manager.member.tenantId, number) };
}

/** Everything that takes the id of a customer. */
const asking = (id: number) =>
  [
    ['GET', `/admin/cdp/customer/${id}`],
    ['PUT', '/admin/cdp/customer', { id, version: 1, note: 'x' }],
    ['PUT', '/admin/cdp/customer/updateCustomerTags', { id, tag_ids: [] }],
    ['PUT', '/admin/cdp/customer/updateCustomerForChat', { id, note: 'x' }],
    ['POST', '/admin/cdp/customer/timeline', { id }],
    ['GET', `/admin/cdp/api/v1/outapi/callbot/sync/customers/call_list?customer_id=${id}`],
    ['POST', '/cc/api/ccCdr/v1/customer/detail/page', { customerId: String(id) }],
    ['GET', `/admin/cdp/api/v1/follow-record?customer_id=${id}`],
    ['POST', '/admin/cdp/api/v1/follow-record', { customer_id: id, content: 'x' }],
  ] as const;
const officers = (id: number) =>
  [
    ['DELETE', `/admin/cdp/customer/${id}`],
    ['POST', '/admin/cdp/customer/duplicates', { id }],
    ['POST', '/admin/cdp/customer/merge', { keep_id: id, other_ids: [id + 1] }],
    ['POST', '/admin/cdp/customer/erase', { id, reason: 'they asked' }],
    ['POST', '/admin/cdp/customer/export_person', { id }],
  ] as const;

async function codes({ member: { token } }: CustomerClerk, calls: readonly (readonly [string, string, object?])[]) {
  const answerCodes: number[] = [];
  for (const [method, path, body] of calls) {
    const answer = await house.server.ask(method as 'GET', path, { token, ...(body ? { body } : {}) });
    expect(JSON.stringify(answer)).not.toContain(answer.code === 0 ? 'nothing' : SECRET);
    answerCodes.push(answer.code);
  }
  return answerCodes;
}

test('[API-03] a colleague’s customer is nobody to an agent, whatever they ask with its id, its number or its word', async () => {
  const { id, number, word } = await somebody();
  expect(await codes(agent, asking(id))).toEqual(asking(id).map(() => 404));
  expect(await codes(officer, [...asking(id), ...officers(id)])).toEqual(
    [...asking(id), ...officers(id)].map(() => 404),
  );
  for (const query of [{ ids: [id] }, { sms_phones: [word] }, { sms_phones: [`52-${number.slice(2)}`] }])
    expect(await agent.names(query)).toEqual([]);
  expect(await agent.ask('POST', '', { phones: [{ number: `+${number}` }] })).toMatchObject({
    code: 21501,
    data: null,
  });
  expect(await officer.do('POST', '/batch_owner', { choice: { ids: [id] }, owner_id: null })).toMatchObject({
    changed: 0,
  });
  expect(await officer.do('POST', '/deleteCustomers', { choice: { ids: [id] } })).toMatchObject({ changed: 0 });
  expect(await manager.do('GET', `/${id}`)).toMatchObject({ version: 1, note: '', deleted_at: null });
});

test('[API-03] one’s own customers are those one owns, called, wrote with or looks after, also by what was merged into them', async () => {
  const { tenantId, userId } = agent.member;
  const [owned, called, chatted, followed, merged, kept] = [
    await somebody({ owner_id: userId }),
    await somebody(),
    await somebody(),
    await somebody(),
    await somebody({ owner_id: userId }),
    await somebody(),
  ];
  await book.open(aCallTo(tenantId, { callId: 'c-mine', customerNumber: called.number, userId }));
  const { rows } = await inTenant(sql`
    with line as (insert into agent_group (name, group_no) values ('Support', 1) returning id),
      channel as (insert into chat_channel (name, key, kind, group_id) select 'Web', ${`web-${tenantId}`}, 'web', id from line returning id, group_id),
      visitor as (insert into chat_visitor (channel_id, customer_id) select id, ${chatted.id} from channel returning id, channel_id)
    insert into chat_conversation (channel_id, visitor_id, customer_id, group_id, state, closed_at, waiting_since, last_at, created_at)
    select v.channel_id, v.id, ${chatted.id}, channel.group_id, 'closed', now(), now(), date_trunc('second', now()), now() from visitor v, channel returning id`);
  await inTenant(
    sql`insert into chat_participant (conversation_id, user_id) values (${(rows[0] as { id: number }).id}, ${userId})`,
  );
  await inTenant(
    sql`insert into follow_record (customer_id, content, assignee_id) values (${followed.id}, 'Call', ${userId})`,
  );
  await manager.do('POST', '/merge', { keep_id: kept.id, other_ids: [merged.id] });
  for (const { id } of [owned, called, chatted, followed, kept]) {
    expect((await agent.ask('GET', `/${id}`)).code, String(id)).toBe(0);
    expect(await agent.names({ ids: [id] })).toEqual([SECRET]);
    expect((await colleague.ask('GET', `/${id}`)).code).toBe(404);
  }
  expect((await codes(agent, asking(kept.id))).filter((code) => code !== 0 && code !== STALE)).toEqual([]);
  expect((await agent.do('GET', `/${merged.id}`)).id).toBe(kept.id);
});

test('[CHAT-07] by words an agent finds their own alone, to say who a visitor is', async () => {
  const { userId } = agent.member;
  const name = 'Philippa Oddsworth';
  const [owned, followed] = [
    await manager.add({ full_name: name, owner_id: userId }),
    await manager.add({ full_name: name }),
    await manager.add({ full_name: name }),
  ];
  await inTenant(
    sql`insert into follow_record (customer_id, content, assignee_id) values (${followed!.id}, 'Call', ${userId})`,
  );
  const found = async (clerk: CustomerClerk, words: string) => {
    const { list, total } = await clerk.list({ words });
    return { ids: list.map(({ id }) => id).toSorted((a, b) => a - b), total };
  };
  expect(await found(agent, 'oddsw')).toEqual({ ids: [owned!.id, followed!.id], total: 2 });
  expect(await found(colleague, 'oddsw')).toEqual({ ids: [], total: 0 });
  expect((await found(manager, 'oddsw')).total).toBe(3);
});

test('[PHONE-20] whoever is in a call sees all who have its number, also where several share it', async () => {
  const { tenantId, userId } = colleague.member;
  const { id, number } = await somebody();
  const other = await manager.add({
    full_name: SECRET,
    phones: [{ number: `+${number}`, country: '' }],
    allow_duplicate: true,
  });
  await book.open(aCallTo(tenantId, { callId: 'c-shared', customerNumber: number, userId }));
  const asked = { sms_phones: [`52-${number.slice(2)}`], call_id: 'c-shared' };
  expect((await colleague.list(asked)).list.map((one) => one.id).toSorted((a, b) => a - b)).toEqual([id, other.id]);
  expect(await agent.names({ call_id: 'c-shared' }), 'somebody else’s call').toEqual([]);
  expect(await codes(colleague, asking(other.id).slice(0, 1))).toEqual([0]);
});

test('[CDP-01] whoever does not see all customers owns those they add', async () => {
  const { id, owner_id: ownerId } = await agent.add({
    full_name: 'Nils',
    phones: [{ number: '+525598765432', country: '' }],
  });
  expect(ownerId).toBe(agent.member.userId);
  expect((await agent.do('GET', `/${id}`)).full_name).toBe('Nils');
  expect((await manager.add({ full_name: 'Olga' })).owner_id).toBeNull();
});

test('[API-03] without the right to view all no more than a hundred ids are looked up at once', async () => {
  const ids = Array.from({ length: 101 }, (_, place) => place + 1);
  expect((await agent.ask('POST', '/list', { ids })).code).toBe(400);
  expect((await agent.ask('POST', '/list', { ids: ids.slice(1) })).code).toBe(0);
  expect((await manager.ask('POST', '/list', { ids })).code).toBe(0);
});

test('[ADMIN-04] whoever reads many people within an hour leaves one entry in the operation log', async () => {
  const many = await house.manager();
  await db.tenant({ tenantId: many.member.tenantId }, (tx) =>
    sql`insert into customer (full_name) select 'Ana ' || n from generate_series(1, ${READ_IN_A_SPAN + 200}) n`.execute(
      tx.as(),
    ),
  );
  const entries = async () =>
    (
      await db.pool.query('select user_id, change from operation_log where tenant_id = $1 and action = $2', [
        many.member.tenantId,
        'readMany',
      ])
    ).rows;
  for (const page_number of [1, 2, 2, 1]) await many.list({ page_number, page_size: 200 });
  expect(await entries()).toEqual([]);
  for (const page_number of [3, 4, 1]) await many.list({ page_number, page_size: 200 });
  expect(await entries()).toEqual([{ user_id: many.member.userId, change: { after: { moreThan: READ_IN_A_SPAN } } }]);
});
