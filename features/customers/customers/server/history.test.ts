import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isBlacklisted } from '#features/voice/call-routes/server/index.ts';
import { aMember } from '#test/builders.ts';
import type { Customer, TimelineEntry } from '../contract.ts';
import { customersByNumber } from './index.ts';
import { aCallTo, houseWithCalls, type CustomerClerk } from './customers.fixture.ts';

const { house, book } = await houseWithCalls();

const phones = (...numbers: string[]) => numbers.map((number) => ({ number: `+${number}`, country: '' }));
type Page = { list: TimelineEntry[]; next: string | null };

/** Somebody called our number a while ago and was talked with. */
async function call(
  { member: { tenantId, userId } }: CustomerClerk,
  callId: string,
  customerNumber: string,
  minutesAgo: number,
): Promise<void> {
  const startedMs = Date.now() - minutesAgo * 60_000;
  await book.open(aCallTo(tenantId, { callId, customerNumber, startedMs }));
  await book.note(tenantId, callId, { type: 'answered', userId, atMs: startedMs + 1_000 });
  await book.close(tenantId, callId, {
    endedMs: startedMs + 30_000,
    outcome: 'talked',
    cause: 'normal',
    sipStatus: null,
    refusal: null,
    endedBy: 'customer',
  });
}
const record = (desk: CustomerClerk, callId: string) =>
  house.server.world.db.tenant(
    { tenantId: desk.member.tenantId },
    async (tx) =>
      (
        await sql<{
          customer_id: string | null;
          customer_name: string;
        }>`select customer_id, customer_name from call_record where call_id = ${callId}`.execute(tx.as())
      ).rows[0],
  );

describe('calls and customers', () => {
  test('[PHONE-20] a call learns with whom it is, and the customer when they were last spoken with', async () => {
    const desk = await house.manager();
    const { id } = await desk.add({ full_name: 'Ana Ruiz', phones: phones('525512345678') });
    await call(desk, 'c-known', '525512345678', 5);
    await expect.poll(() => record(desk, 'c-known')).toEqual({ customer_id: String(id), customer_name: 'Ana Ruiz' });
    await expect.poll(async () => (await desk.do('GET', `/${id}`)).last_contact_at).not.toBeNull();
    expect((await desk.do<Page>('POST', '/timeline', { id, kinds: ['call'] })).list).toMatchObject([
      { kind: 'call', body: { callId: 'c-known', direction: 'inbound' } },
    ]);
    expect(await desk.names({ call_id: 'c-known' })).toEqual(['Ana Ruiz']);
  });

  test('[PHONE-18] what was written about a call stands in the timeline of its customer, with numbers as the reader sees them', async () => {
    const desk = await house.manager();
    const { id } = await desk.add({ full_name: 'Ana Ruiz', phones: phones('525512345678') });
    await call(desk, 'c-noted', '525512345678', 5);
    await expect.poll(async () => (await record(desk, 'c-noted'))?.customer_id).toBe(String(id));
    await house.server.world.db.tenant(desk.member, async (tx) => {
      for (const text of ['Call back at +52 55 9876 4321.', ''])
        await sql`insert into call_note (call_id, user_id, author, text) values ('c-noted', ${desk.member.userId}, 'Ana', ${text})`.execute(
          tx.as(),
        );
    });
    const notes = async (reader: CustomerClerk) =>
      (await reader.do<Page>('POST', '/timeline', { id, kinds: ['note'] })).list;
    expect(await notes(desk)).toMatchObject([
      { kind: 'note', body: { callId: 'c-noted', text: 'Call back at +52 55 9876 4321.' } },
    ]);
    const masked = await aMember(house.server.world.db, desk.member.tenantId, {
      functions: ['customers.use', 'customers.view'],
      needsMasking: true,
    });
    expect(JSON.stringify(await notes(house.desk(masked)))).not.toContain('9876 4321');
  });

  test('[PHONE-20] several share a number: whom the agent chooses has the call, its record and the last contact, until chosen anew', async () => {
    const desk = await house.manager();
    const ana = await desk.add({ full_name: 'Ana Ruiz', phones: phones('525512345678') });
    const luis = await desk.add({
      full_name: 'Luis Ruiz',
      phones: phones('525512345678'),
      allow_duplicate: true,
    } as never);
    const eva = await desk.add({ full_name: 'Eva Paz', phones: phones('525599999999') });
    await call(desk, 'c-shared', '525512345678', 5);
    await expect.poll(async () => (await record(desk, 'c-shared'))?.customer_id).not.toBeNull();
    const chosen = () => desk.do('POST', '/callerOf', { call_id: 'c-shared' });
    const contact = async (id: number) => (await desk.do<Customer>('GET', `/${id}`)).last_contact_at;
    expect(await chosen(), 'a guess is no choice').toEqual({ customer_id: null });
    const calls = async (id: number) =>
      (await desk.do<Page>('POST', '/timeline', { id, kinds: ['call'] })).list.map(({ body }) => body['callId']);
    for (const [one, other] of [
      [luis, ana],
      [ana, luis],
    ] as const) {
      await desk.do('POST', '/chooseCaller', { call_id: 'c-shared', customer_id: one.id });
      expect(await chosen()).toEqual({ customer_id: one.id });
      expect(await record(desk, 'c-shared')).toEqual({ customer_id: String(one.id), customer_name: one.full_name });
      expect([await calls(one.id), await calls(other.id)]).toEqual([['c-shared'], []]);
      expect([await contact(one.id), await contact(other.id)]).toEqual([expect.any(String), null]);
    }
    const refusedWith = async (who: CustomerClerk, customer_id: number) =>
      (await who.ask('POST', '/chooseCaller', { call_id: 'c-shared', customer_id })).code;
    expect(await refusedWith(desk, eva.id), 'somebody without the number of the call').toBe(404);
    const other = house.desk(
      await aMember(house.server.world.db, desk.member.tenantId, { functions: ['customers.use', 'customers.view'] }),
    );
    expect(await refusedWith(other, luis.id), 'somebody who was not in the call').toBe(403);
  });

  test('[PHONE-20] a choice made while the call lasts gets the last contact when it ends', async () => {
    const desk = await house.manager();
    const { tenantId, userId } = desk.member;
    const ana = await desk.add({ full_name: 'Ana Ruiz', phones: phones('525512345678') });
    const luis = await desk.add({
      full_name: 'Luis Ruiz',
      phones: phones('525512345678'),
      allow_duplicate: true,
    } as never);
    const startedMs = Date.now() - 60_000;
    await book.open(aCallTo(tenantId, { callId: 'c-lasting', customerNumber: '525512345678', startedMs }));
    await book.note(tenantId, 'c-lasting', { type: 'answered', userId, atMs: startedMs + 1_000 });
    await expect.poll(async () => (await record(desk, 'c-lasting'))?.customer_id).toBe(String(ana.id));
    await desk.do('POST', '/chooseCaller', { call_id: 'c-lasting', customer_id: luis.id });
    await book.close(tenantId, 'c-lasting', {
      endedMs: startedMs + 30_000,
      outcome: 'talked',
      cause: 'normal',
      sipStatus: null,
      refusal: null,
      endedBy: 'customer',
    });
    const contact = async (id: number) => (await desk.do<Customer>('GET', `/${id}`)).last_contact_at;
    await expect.poll(() => contact(luis.id)).not.toBeNull();
    expect(await contact(ana.id)).toBeNull();
    expect((await record(desk, 'c-lasting'))?.customer_id).toBe(String(luis.id));
  });

  test('[CDP-01] whoever asked not to be called cannot be called, and may still call us', async () => {
    const desk = await house.manager();
    const { id } = await desk.add({ full_name: 'Ana', phones: phones('525512345678') });
    await desk.add({
      full_name: 'Her office',
      phones: phones('525512345678'),
      do_not_call: true,
      allow_duplicate: true,
    });
    const { blacklist } = house.server.world.catalogue;
    await house.server.world.db.tenant({ tenantId: desk.member.tenantId }, async (tx) => {
      expect(await isBlacklisted(blacklist, tx, '525512345678', 'outbound')).toBe(true);
      expect(await isBlacklisted(blacklist, tx, '525512345678', 'inbound')).toBe(false);
      expect(await isBlacklisted(blacklist, tx, '525500000000', 'outbound')).toBe(false);
      expect((await customersByNumber(tx, ['525512345678', '1'])).get('525512345678')).toMatchObject({
        id,
        fullName: 'Ana',
        doNotCall: true,
        doNotText: false,
      });
    });
  });
});

describe('the timeline', () => {
  test('[CDP-07] tells who changed what, page by page, nothing twice and nothing left out', async () => {
    const desk = await house.manager();
    const { id } = await desk.add({ full_name: 'Ana', phones: phones('525512345678') });
    for (let n = 1; n <= 6; n += 1) await desk.do('PUT', '', { id, version: n, company: `Company ${n}` });
    await call(desk, 'c-timeline', '525512345678', 0);
    await expect.poll(async () => (await record(desk, 'c-timeline'))?.customer_id).toBe(String(id));
    const seen: TimelineEntry[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page: Page = await desk.do<Page>('POST', '/timeline', { id, size: 3, ...(before ? { before } : {}) });
      seen.push(...page.list);
      before = page.next;
    }
    expect(new Set(seen.map(({ key }) => key)).size).toBe(8);
    expect(seen.filter(({ kind }) => kind === 'change').map(({ body }) => (body as { kind: string }).kind)).toEqual([
      ...Array.from({ length: 6 }, () => 'edited'),
      'created',
    ]);
    expect(seen.find(({ kind }) => kind === 'change')).toMatchObject({
      who: desk.member.identity.name,
      body: { changes: [{ field: 'company', before: 'Company 5', after: 'Company 6' }] },
    });
  });
});

describe('duplicates', () => {
  test('[CDP-07] customers that share a number or an address are found, alone and in groups', async () => {
    const desk = await house.manager();
    const ana = await desk.add({ full_name: 'Ana', phones: phones('525512345678'), emails: ['a@mail.example'] });
    await desk.add({ full_name: 'Anna', phones: phones('525512345678'), allow_duplicate: true });
    await desk.add({ full_name: 'A. R.', emails: ['a@mail.example'] });
    await desk.add({ full_name: 'Luis', phones: phones('525500000001') });
    const names = (groups: { customers: Customer[] }[]) =>
      groups.map(({ customers }) => customers.map(({ full_name: name }) => name));
    expect(names(await desk.do('POST', '/duplicates', { id: ana.id }))).toEqual([['Ana', 'Anna', 'A. R.']]);
    expect(names(await desk.do('POST', '/duplicates', {})).toSorted()).toEqual([
      ['Ana', 'A. R.'],
      ['Ana', 'Anna'],
    ]);
  });

  test('[CDP-07] a group of many is shown with its oldest, whether they share a number or an address', async () => {
    const desk = await house.manager();
    await house.server.world.db.pool.query(
      `insert into customer (tenant_id, full_name, phones, phone_countries, emails) select $1::bigint, to_char(n, 'FM00'), case when n <= 3 then array['525512345678'] else '{}' end, case when n <= 3 then array['MX'] else '{}' end, case when n > 3 then array['a@mail.example'] else '{}'::text[] end from generate_series(1, 30) n`,
      [desk.member.tenantId],
    );
    const groups = await desk.do<{ shared: string; customers: Customer[] }[]>('POST', '/duplicates', {});
    const shown = Object.fromEntries(
      groups.map(({ shared, customers }) => [shared, customers.map(({ full_name: name }) => name)]),
    );
    expect(shown).toEqual({
      525512345678: ['01', '02', '03'],
      'a@mail.example': [...Array.from({ length: 20 }, (_, n) => String(n + 4).padStart(2, '0')), '30'],
    });
  });

  test('[CDP-07] one is made of several: values, calls and both histories are there, and old links lead to it', async () => {
    const desk = await house.manager();
    const keep = await desk.add({ full_name: 'Ana Ruiz', phones: phones('525512345678'), note: 'First.' });
    const other = await desk.add({
      full_name: 'A. Ruiz',
      company: 'Aurora',
      phones: phones('525587654321'),
      emails: ['a@mail.example'],
      note: 'Second.',
      do_not_call: true,
    });
    await call(desk, 'c-merged', '525587654321', 3);
    await expect.poll(async () => (await record(desk, 'c-merged'))?.customer_id).toBe(String(other.id));
    const one = await desk.do('POST', '/merge', { keep_id: keep.id, other_ids: [other.id] });
    expect(one).toMatchObject({
      id: keep.id,
      full_name: 'Ana Ruiz',
      company: 'Aurora',
      emails: ['a@mail.example'],
      note: 'First.\n\nSecond.',
      do_not_call: true,
    });
    expect(one.phones.map(({ number }) => number)).toEqual(['525512345678', '525587654321']);
    expect(await desk.names()).toEqual(['Ana Ruiz']);
    expect((await desk.do('GET', `/${other.id}`)).id).toBe(keep.id);
    expect((await record(desk, 'c-merged'))?.customer_id).toBe(String(keep.id));
    const kinds = (await desk.do<Page>('POST', '/timeline', { id: other.id })).list.map(({ kind, body }) =>
      kind === 'call' ? kind : (body as { kind: string }).kind,
    );
    expect(kinds.toSorted()).toEqual(['call', 'created', 'created', 'merged']);
    expect((await desk.ask('POST', '/merge', { keep_id: keep.id, other_ids: [other.id] })).code).toBe(404);
    expect(await desk.do('POST', '/restore', { ids: [other.id] })).toEqual({ restored: 0 });
  });
});
