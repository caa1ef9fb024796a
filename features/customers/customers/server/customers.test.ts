import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import type { Customer } from '../contract.ts';
import { customersHouse, EVERYTHING, type CustomerClerk } from './customers.fixture.ts';

let house: Awaited<ReturnType<typeof customersHouse>>;
beforeAll(async () => {
  house = await customersHouse();
});
afterAll(() => house.close());

type Found = Awaited<ReturnType<CustomerClerk['list']>>;
type Made = { customer: Customer; created: boolean };
const phone = (number: string, country = '') => [{ number, country }];

async function withTags(desk: CustomerClerk, ...names: string[]): Promise<number[]> {
  const { tenantId } = desk.member;
  return house.server.world.db.tenant({ tenantId }, async (tx) => {
    const ids: number[] = [];
    for (const [place, name] of names.entries())
      ids.push(
        (
          await sql<{
            id: number;
          }>`insert into tag (name, colour, position) values (${name}, 'blue', ${place}) returning id`.execute(tx.as())
        ).rows[0]!.id,
      );
    return ids;
  });
}

/** Somebody is to look after a customer, and so has to do with it. */
const tiedBy = ({ member: { tenantId, userId } }: CustomerClerk, customerId: number) =>
  house.server.world.db.tenant({ tenantId }, (tx) =>
    sql`insert into follow_record (customer_id, content, assignee_id) values (${customerId}, 'Call', ${userId})`.execute(
      tx.as(),
    ),
  );

test('[CDP-01] [PHONE-20] only the columns that were asked for are answered', async () => {
  const desk = await house.manager();
  const { id, version } = await desk.add({
    first_name: 'Lucía',
    last_name: 'Hernández',
    company: 'Aurora',
    note: 'calls late',
    phones: phone('+525512345678'),
    emails: ['lucia@mail.example'],
  });
  const { list } = await desk.list({ field_names: ['full_name', 'company', 'custom:7', 'nonsense'] });
  expect(list).toMatchObject([
    {
      id,
      version,
      full_name: 'Lucía Hernández',
      first_name: 'Lucía',
      company: 'Aurora',
      note: '',
      phones: [],
      emails: [],
      fields: {},
    },
  ]);
});

describe('adding and changing', () => {
  test('[CDP-01] a customer is added with the number as it is kept, read again and found', async () => {
    const desk = await house.manager();
    const added = await desk.add({
      first_name: 'Lucía',
      last_name: 'Hernández',
      phones: phone('55 1234 5678', 'MX'),
      emails: ['Lucia@Mail.Example'],
    });
    expect(added).toMatchObject({
      full_name: 'Lucía Hernández',
      phones: [{ number: '525512345678', country: 'MX', word: '' }],
      emails: ['lucia@mail.example'],
      version: 1,
    });
    expect(await desk.do('GET', `/${added.id}`)).toEqual(added);
    expect(await desk.names({ words: 'hern' })).toEqual(['Lucía Hernández']);
  });

  test('[CDP-01] the family name comes first where names have no spaces', async () => {
    const desk = await house.manager();
    expect(await desk.add({ first_name: '伟明', last_name: '王' })).toMatchObject({ full_name: '王伟明' });
  });

  test('[CDP-01] a number somebody has is told with who has it, and added only when asked', async () => {
    const desk = await house.manager();
    const { id } = await desk.add({ full_name: 'Ana', phones: phone('+525512345678') });
    const refused = await desk.ask('POST', '/insert', { full_name: 'Anna', phones: phone('+52 55 1234 5678') });
    expect(refused).toMatchObject({ code: 21501, msg: expect.stringContaining(String(id)) });
    expect(await desk.names()).toEqual(['Ana']);
    await desk.add({ full_name: 'Anna', phones: phone('+525512345678'), allow_duplicate: true });
    expect(await desk.names()).toEqual(['Ana', 'Anna']);
  });

  test('[CDP-01] whoever asks for a number twice at once gets one customer', async () => {
    const desk = await house.manager();
    const both = await Promise.all([1, 2].map(() => desk.do<Made>('POST', '', { phones: phone('+525587654321') })));
    expect(both[0]!.customer.id).toBe(both[1]!.customer.id);
    expect(both.map(({ created }) => created).toSorted()).toEqual([false, true]);
  });

  test('[CDP-01] a change somebody else has overtaken is refused, and nothing is lost', async () => {
    const desk = await house.manager();
    const { id, version } = await desk.add({ full_name: 'Ana', company: 'Aurora' });
    await desk.do('PUT', '', { id, version, company: 'Borealis' });
    expect(await desk.ask('PUT', '', { id, version, company: 'Delta' })).toMatchObject({ code: 20002 });
    expect(await desk.do('GET', `/${id}`)).toMatchObject({ company: 'Borealis', version: version + 1 });
  });

  test('[CDP-01] a number, an address, a field, a tag or an owner that cannot be is refused', async () => {
    const desk = await house.manager();
    for (const wish of [
      { phones: phone('call me') },
      { emails: ['nobody'] },
      { fields: { 99: 'x' } },
      { tag_ids: [999_999] },
      { owner_id: 999_999 },
      { time_zone: 'Mars/Olympus' },
    ]) {
      expect((await desk.ask('POST', '/insert', { full_name: 'Ana', ...wish })).code, JSON.stringify(wish)).not.toBe(0);
    }
    expect(await desk.names()).toEqual([]);
  });

  test('[CDP-04] custom fields hold what their type allows, and required ones are asked for', async () => {
    const desk = await house.manager();
    const { tenantId } = desk.member;
    const [score, plan] = await house.server.world.db.tenant({ tenantId }, async (tx) =>
      (
        await sql<{
          id: number;
        }>`insert into custom_field (name, type, options, required) values ('Score', 2, '{}', false), ('Plan', 8, '{Gold,Silver}', true) returning id`.execute(
          tx.as(),
        )
      ).rows.map(({ id }) => id),
    );
    expect((await desk.ask('POST', '/insert', { full_name: 'Ana' })).code).toBe(400);
    expect((await desk.ask('POST', '/insert', { full_name: 'Ana', fields: { [plan!]: 'Bronze' } })).code).toBe(400);
    const { id, version, fields } = await desk.add({
      full_name: 'Ana',
      fields: { [plan!]: 'gold', [score!]: '1,234.5' },
    });
    expect(fields).toEqual({ [plan!]: 'Gold', [score!]: 1_234.5 });
    expect((await desk.ask('PUT', '', { id, version, fields: { [plan!]: null } })).code).toBe(400);
    expect(await desk.do('PUT', '', { id, version, fields: { [score!]: null } })).toMatchObject({
      fields: { [plan!]: 'Gold' },
    });
    const condition = (value: number) => ({
      condition: {
        join: 'and' as const,
        items: [{ field: `custom:${score}`, operator: 'moreThan' as const, values: [value] }],
      },
    });
    await desk.add({ full_name: 'Luis', fields: { [plan!]: 'Silver', [score!]: 10 } });
    expect(await desk.names(condition(9))).toEqual(['Luis']);
    expect(await desk.names(condition(10))).toEqual([]);
  });

  test('[CDP-01] an agent takes a customer nobody has, and cannot take one of a colleague', async () => {
    const desk = await house.manager();
    const agent = house.desk(
      await aMember(house.server.world.db, desk.member.tenantId, { functions: ['customers.use'] }),
    );
    const free = await desk.add({ full_name: 'Ana' });
    const taken = await desk.add({ full_name: 'Luis', owner_id: desk.member.userId });
    for (const { id } of [free, taken]) await tiedBy(agent, id);
    await agent.do('PUT', '', { id: free.id, version: 1, owner_id: agent.member.userId });
    expect((await agent.ask('PUT', '', { id: taken.id, version: 1, owner_id: agent.member.userId })).code).toBe(403);
    expect((await agent.do<Found>('POST', '/my_list', {})).list.map(({ full_name: name }) => name)).toEqual(['Ana']);
    expect(await agent.do('DELETE', '/my_list', { ids: [free.id, taken.id] })).toEqual({ removed: 1 });
    expect((await agent.do<Found>('POST', '/my_list', {})).total).toBe(0);
    expect(await desk.names()).toEqual(['Ana', 'Luis']);
  });
});

describe('finding', () => {
  test('[CDP-03] words find parts of names, companies, numbers and addresses in any script', async () => {
    const desk = await house.manager();
    for (const wish of [
      { full_name: '王伟明' },
      { full_name: '李娜', company: '蓝海贸易' },
      { full_name: 'Óscar Peña', phones: phone('+525598761234') },
      { full_name: 'Ana 100%', emails: ['oscar.p@mail.example'] },
    ])
      await desk.add(wish);
    expect(await desk.names({ words: '伟明' })).toEqual(['王伟明']);
    expect(await desk.names({ words: '王' })).toEqual(['王伟明']);
    expect(await desk.names({ words: '贸易' })).toEqual(['李娜']);
    expect(await desk.names({ words: '(55) 9876' })).toEqual(['Óscar Peña']);
    expect(await desk.names({ words: 'ósc pe' })).toEqual(['Óscar Peña']);
    expect(await desk.names({ words: 'oscar.p@' })).toEqual(['Ana 100%']);
    expect(await desk.names({ words: '0%' })).toEqual([]);
    expect(await desk.names({ words: '00%' })).toEqual(['Ana 100%']);
    expect(await desk.names({ words: 'nobody' })).toEqual([]);
  });

  test('[CDP-03] tags, owners, sources and conditions all narrow, alone and together', async () => {
    const desk = await house.manager();
    const [vip, late] = await withTags(desk, 'VIP', 'Late');
    await desk.add({ full_name: 'A', tag_ids: [vip!], owner_id: desk.member.userId, country: 'MX' });
    await desk.add({ full_name: 'B', tag_ids: [vip!, late!], country: 'MX' });
    await desk.add({ full_name: 'C', do_not_call: true });
    expect(await desk.names({ tag_ids: [vip!] })).toEqual(['A', 'B']);
    expect(await desk.names({ tag_ids: [vip!, late!], tag_match: 'all' })).toEqual(['B']);
    expect(await desk.names({ tag_ids: [late!], tag_match: 'none' })).toEqual(['A', 'C']);
    expect(await desk.names({ owner_ids: [desk.member.userId] })).toEqual(['A']);
    expect(await desk.names({ without_owner: true, tag_ids: [vip!] })).toEqual(['B']);
    expect(await desk.names({ do_not_call: true })).toEqual(['C']);
    expect(
      await desk.names({
        condition: {
          join: 'or',
          items: [
            { field: 'tag', operator: 'anyOf', values: [late!] },
            { field: 'do_not_call', operator: 'is', values: [true] },
          ],
        },
      }),
    ).toEqual(['B', 'C']);
    expect(
      (
        await desk.ask('POST', '/list', {
          condition: { join: 'and', items: [{ field: 'shoe_size', operator: 'is', values: [1] }] },
        })
      ).code,
    ).toBe(400);
  });

  test('[CDP-01] pages follow one another without gaps in every order', async () => {
    const desk = await house.manager();
    for (const name of ['Eva', 'Ana', 'Dora', 'Bea', 'Cleo']) await desk.add({ full_name: name });
    for (const sort of ['created', 'updated', 'name', 'last_contact'] as const) {
      for (const desc of [true, false]) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page_number) => desk.list({ page_number, page_size: 2, sort, desc })),
        );
        const seen = pages.flatMap(({ list }) => list.map(({ full_name: name }) => name));
        expect(seen.toSorted()).toEqual(['Ana', 'Bea', 'Cleo', 'Dora', 'Eva']);
        if (sort === 'name')
          expect(seen).toEqual(desc ? ['Eva', 'Dora', 'Cleo', 'Bea', 'Ana'] : ['Ana', 'Bea', 'Cleo', 'Dora', 'Eva']);
      }
    }
  });

  test('[CDP-01] deep pages of a long list are those that come next', async () => {
    const desk = await house.manager();
    const { tenantId } = desk.member;
    await house.server.world.db.tenant({ tenantId }, (tx) =>
      sql`insert into customer (full_name, last_contact_at) select 'Ana ' || lpad(i::text, 6, '0'), case when i % 2 = 0 then now() - i * interval '1 minute' end from generate_series(1, 10500) i`.execute(
        tx.as(),
      ),
    );
    for (const sort of ['created', 'name', 'last_contact', 'updated'] as const) {
      for (const words of [undefined, 'ana']) {
        const wish = { sort, page_size: 100, ...(words ? { words } : {}) };
        const [before, at, next] = [
          await desk.list({ ...wish, page_number: 84 }),
          await desk.list({ ...wish, page_number: 85 }),
          await desk.list({ ...wish, page_number: 86 }),
        ];
        expect(at.capped).toBe(true);
        const ids = [...before.list, ...at.list, ...next.list].map(({ id }) => id);
        expect(new Set(ids).size, `${sort} ${words}`).toBe(300);
        const fresh = await desk.list({ ...wish, page_size: 150, page_number: 57 });
        // The same rows however one got there: 8400 to 8550 by a page of another size.
        expect(fresh.list.map(({ id }) => id)).toEqual(ids.slice(100, 250));
      }
    }
  });

  test('[PHONE-20] the lookup of a call finds whole numbers, as a page and as a supervisor asks', async () => {
    const desk = await house.manager();
    const agent = house.desk(
      await aMember(house.server.world.db, desk.member.tenantId, { functions: ['customers.use'] }),
    );
    const { id } = await desk.add({ full_name: 'Ana', phones: phone('+525512345678') });
    for (const wish of [{ sms_phones: ['52-5512345678'] }, { words: 'Ana' }])
      expect(await agent.names(wish), 'somebody else’s').toEqual([]);
    await tiedBy(agent, id);
    for (const page_size of [0, 30])
      expect(await agent.names({ sms_phones: ['52-5512345678'], page_size, hasEncrypt: false })).toEqual(['Ana']);
    expect(await agent.names({ sms_phones: ['52-551234567'] })).toEqual([]);
    expect(await agent.names({ words: 'Ana' }), 'one’s own').toEqual(['Ana']);
    expect(await agent.names({ sms_phones: ['52-5512345678'], words: 'nobody' })).toEqual(['Ana']);
  });

  test('[API-03] nobody finds, reads, changes or deletes customers of another tenant', async () => {
    const [desk, other] = [await house.manager(), await house.manager()];
    const { id } = await desk.add({ full_name: 'Ana', phones: phone('+525512345678') });
    expect(await other.names({ ids: [id] })).toEqual([]);
    expect(await other.names({ sms_phones: ['52-5512345678'] })).toEqual([]);
    expect((await other.ask('GET', `/${id}`)).code).toBe(404);
    expect((await other.ask('PUT', '', { id, version: 1, full_name: 'X' })).code).toBe(404);
    expect((await other.ask('DELETE', `/${id}`)).code).toBe(404);
    expect((await other.do<Made>('POST', '', { phones: phone('+525512345678') })).created).toBe(true);
  });
});

describe('many at once', () => {
  test('[CDP-01] some are tagged at once, all that a search finds by a job', async () => {
    const desk = await house.manager();
    const [vip, old] = await withTags(desk, 'VIP', 'Old');
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await desk.add({ full_name: `Ana ${n}`, tag_ids: [old!] })).id);
    await desk.add({ full_name: 'Luis' });
    expect(
      await desk.do('POST', '/batch_tag', { choice: { ids: ids.slice(0, 2) }, add: [vip], remove: [old] }),
    ).toMatchObject({ changed: 2 });
    expect(await desk.names({ tag_ids: [vip!] })).toEqual(['Ana 0', 'Ana 1']);
    await desk.do('POST', '/batch_tag', { choice: { search: { words: 'ana' } }, add: [vip], remove: [old] });
    await expect.poll(() => desk.names({ tag_ids: [vip!] })).toEqual(['Ana 0', 'Ana 1', 'Ana 2']);
    expect(await desk.names({ tag_ids: [old!] })).toEqual([]);
  });

  test('[CDP-01] more than one piece of a batch is done, each customer once, also when the work changes what the search finds', async () => {
    const desk = await house.manager();
    const { tenantId, userId } = desk.member;
    await house.server.world.db.tenant({ tenantId }, (tx) =>
      sql`insert into customer (full_name) select 'Ana ' || i from generate_series(1, 1200) i`.execute(tx.as()),
    );
    await desk.do('POST', '/batch_owner', { choice: { search: { without_owner: true } }, owner_id: userId });
    await expect.poll(async () => (await desk.list({ without_owner: true })).total, { timeout: 15_000 }).toBe(0);
    const { rows } = await house.server.world.db.tenant({ tenantId }, (tx) =>
      sql<{
        changes: number;
        done: number;
      }>`select (select count(*) from customer_change) changes, done from customer_batch`.execute(tx.as()),
    );
    expect(rows).toEqual([{ changes: 1200, done: 1200 }]);
  });

  test('[CDP-01] what was deleted together comes back together', async () => {
    const desk = await house.manager();
    for (const name of ['Ana', 'Bea', 'Cleo']) await desk.add({ full_name: name });
    const { deletion_id: deletionId } = await desk.do<{ deletion_id: string }>('POST', '/deleteCustomers', {
      choice: { search: {} },
    });
    await expect.poll(() => desk.names()).toEqual([]);
    expect(await desk.names({ deleted: true })).toEqual(['Ana', 'Bea', 'Cleo']);
    expect(await desk.do('POST', '/restore', { deletion_id: deletionId })).toEqual({ restored: 3 });
    const id = (await desk.list({ words: 'ana' })).list[0]!.id;
    const { deletion_id: single } = await desk.do<{ deletion_id: string }>('DELETE', `/${id}`);
    expect(await desk.names()).not.toContain('Ana');
    expect(await desk.do('POST', '/restore', { deletion_id: single })).toEqual({ restored: 1 });
    expect(await desk.names()).toContain('Ana');
  });
});

test('each right opens what it names and nothing else', async () => {
  const tenant = await aTenant(house.server.world.db);
  const { id } = await (await house.manager(tenant)).add({ full_name: 'Ana' });
  const calls: [string, 'POST' | 'DELETE', string, object | undefined][] = [
    ['customers.view', 'POST', '/count', {}],
    ['customers.edit', 'POST', '/batch_owner', { choice: { ids: [id] }, owner_id: null }],
    ['customers.delete', 'POST', '/deleteCustomers', { choice: { ids: [id] } }],
  ];
  for (const [key, method, path, body] of calls) {
    const without = house.desk(
      await aMember(house.server.world.db, tenant, { functions: EVERYTHING.filter((one) => one !== key) }),
    );
    expect((await without.ask(method, path, body)).code, key).toBe(403);
  }
});

test('[CDP-01] a batch the server left in the middle goes on where it was', async () => {
  const desk = await house.manager();
  const { tenantId, userId } = desk.member;
  const { db } = house.server.world;
  const ids: number[] = [];
  for (const name of ['Ana', 'Bea', 'Cleo']) ids.push((await desk.add({ full_name: name })).id);
  // As the first piece left it: the newest one is done.
  const batchId = await db.tenant(
    { tenantId },
    async (tx) =>
      (
        await sql<{ id: number }>`
    insert into customer_batch (user_id, kind, wish, search, below_id, done, total) values (${userId}, 'owner', ${JSON.stringify({ kind: 'owner', ownerId: userId })}::jsonb, '{"tag_match": "any"}', ${ids[2]!}, 1, 3) returning id`.execute(
          tx.as(),
        )
      ).rows[0]!.id,
  );
  await db.tenant({ tenantId }, (tx) => tx.enqueue('customers.batch', { tenantId, batchId }));
  await expect.poll(() => desk.names({ owner_ids: [userId] })).toEqual(['Ana', 'Bea']);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      done: number;
      is_over: boolean;
    }>`select done, finished_at is not null is_over from customer_batch where id = ${batchId}`.execute(tx.as()),
  );
  expect(rows).toEqual([{ done: 3, is_over: true }]);
});

test('[CDP-01] customers deleted more than thirty days ago are gone for good', async () => {
  const desk = await house.manager();
  const [old, young] = [await desk.add({ full_name: 'Old' }), await desk.add({ full_name: 'Young' })];
  await desk.do('POST', '/deleteCustomers', { choice: { ids: [old.id, young.id] } });
  const { db } = house.server.world;
  await db.tenant({ tenantId: desk.member.tenantId }, async (tx) => {
    await sql`update customer set deleted_at = now() - interval '31 days' where id = ${old.id}`.execute(tx.as());
    await tx.enqueue('customers.purge', {});
  });
  await expect.poll(() => desk.names({ deleted: true })).toEqual(['Young']);
});
