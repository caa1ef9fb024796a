import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { xlsx } from '#platform/server/xlsx.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { failures } from '#shared/errors.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import type { DoNotCallRegister } from '../contract.ts';
import { nationalLists } from './index.ts';

/** A Wednesday, noon in Mexico City. */
const NOON = Date.UTC(2026, 10, 18, 18);
const server = await testServer({ clock: clockOf(() => NOON) });
afterAll(server.close);
vi.setConfig({ testTimeout: 60_000 });

async function aTeam() {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const functions = ['do-not-call.view', 'do-not-call.edit', 'preview.view', 'preview.edit', 'campaigns.edit'];
  const who = await aMember(db, tenantId, { functions });
  const at = (path: string) => `/cc/api/doNotCall/v1/${path}`;
  const bring = async (path: 'add' | 'replace', content: string | Uint8Array, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('file', new File([content as never], 'numbers.txt'));
    const request = new Request('http://openseat.test', { method: 'POST', body: form });
    const answer = await server.built.http.inject({
      method: 'POST',
      url: at(path),
      headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return answer.json();
  };
  const list = async (): Promise<DoNotCallRegister[]> =>
    (await server.ask('GET', at('list'), { token: who.token })).data;
  const read = async (): Promise<DoNotCallRegister[]> => {
    await expect
      .poll(async () => (await list()).some(({ file }) => file?.state === 'reading'), { timeout: 50_000 })
      .toBe(false);
    return list();
  };
  return {
    tenantId,
    who,
    list,
    bring,
    read,
    ask: (method: 'POST' | 'DELETE', path: string, body: object, by: Member = who) =>
      server.ask(method, at(path), { token: by.token, body }),
    /** A list that is in force. */
    async aRegister(numbers: readonly string[], more: Partial<Record<'country' | 'name' | 'issuedOn', string>> = {}) {
      const wish = { country: 'MX', name: 'REPEP', issuedOn: '2026-11-10', ...more };
      const { code, data } = await bring('add', numbers.join('\n'), wish);
      expect(code).toBe(0);
      return (await read()).find(({ id }) => id === data.registerId)!;
    },
    facts: (...numbers: string[]) => db.tenant({ tenantId }, (tx) => nationalLists(tx, numbers)),
  };
}

test('[TASK-01] a register is read from a file, each number once, and says what it holds on a number', async () => {
  const { aRegister, ask, who, facts } = await aTeam();
  const register = await aRegister([
    'number',
    '55 1000 0001',
    '5510000002',
    '+52 55 1000 0002',
    'nobody',
    '5510000003',
  ]);
  expect(register).toMatchObject({
    country: 'MX',
    name: 'REPEP',
    issuedOn: '2026-11-10',
    numbers: 3,
    author: who.identity.name,
    daysOld: 8,
    mostDaysOld: 30,
    isTooOld: false,
    file: { state: 'done', rows: 5, done: 5, numbers: 3, wrong: 1, reason: '' },
  });
  const check = async (number: string) => (await ask('POST', 'check', { number })).data;
  expect(await check('+52 55 1000 0002')).toEqual({
    country: 'MX',
    registers: [
      { id: register.id, name: 'REPEP', country: 'MX', issuedOn: '2026-11-10', hasNumber: true, isTooOld: false },
    ],
  });
  expect((await check('+525510000009')).registers).toMatchObject([{ hasNumber: false }]);
  expect(await check('+4915112345678')).toEqual({ country: 'DE', registers: [] });
  expect((await ask('POST', 'check', { number: 'nobody' })).code).toBe(400);
  const issuedAtMs = Date.UTC(2026, 10, 10);
  expect(await facts('525510000001', '525510000009', '4915112345678')).toEqual(
    new Map([
      ['525510000001', { hasNumber: true, issuedAtMs }],
      ['525510000009', { hasNumber: false, issuedAtMs }],
    ]),
  );
});

test('[TASK-01] numbers stand in many rows of the database, and each is found in its own', async () => {
  const { aRegister, facts } = await aTeam();
  // Over the border of a billion, where endings begin anew.
  const numbers = Array.from({ length: 3_000 }, (_, n) => String(5_500_000_000 + (n - 1_500) * 7));
  expect(await aRegister(numbers)).toMatchObject({ numbers: 3_000 });
  const asked = numbers.flatMap((number) => [`52${number}`, `52${Number(number) + 1}`]);
  const found = await facts(...asked);
  expect(asked.filter((number) => found.get(number)?.hasNumber)).toEqual(numbers.map((number) => `52${number}`));
});

test('[TASK-01] a workbook is read sheet by sheet, an area code and its number as one', async () => {
  const { bring, read, facts } = await aTeam();
  const sheet = (...rows: string[][]) => ({
    name: rows[0]![1]!,
    columns: [{ title: 'area' }, { title: 'line' }],
    batches: (async function* () {
      yield rows;
    })(),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsx([sheet(['202', '5550143']), sheet(['787', '5550144'])], 0)) pieces.push(piece);
  await bring('add', Buffer.concat(pieces), { country: 'US', name: 'National', issuedOn: '2026-11-10' });
  expect(await read()).toMatchObject([{ numbers: 2, file: { state: 'done', wrong: 0 } }]);
  const found = await facts('12025550143', '17875550144', '17875550145');
  expect(found.get('12025550143')?.hasNumber).toBe(true);
  expect(found.get('17875550144')?.hasNumber, 'Puerto Rico is in the list of the United States').toBe(true);
  expect(found.has('17875550145'), 'yet has no list of its own').toBe(false);
});

test('[TASK-01] a newer file takes the place of the one before it once it is read; one without numbers leaves it in force', async () => {
  const { aRegister, bring, read, facts } = await aTeam();
  const { id } = await aRegister(['5510000001']);
  await bring('replace', 'name\nnobody\n', { id: String(id), issuedOn: '2026-11-12' });
  expect(await read()).toMatchObject([
    { issuedOn: '2026-11-10', numbers: 1, file: { state: 'failed', reason: 'numbersMissing' } },
  ]);
  expect((await facts('525510000001')).get('525510000001')?.hasNumber).toBe(true);
  await bring('replace', '5510000002', { id: String(id), issuedOn: '2026-11-12' });
  expect(await read()).toMatchObject([{ issuedOn: '2026-11-12', numbers: 1, file: { state: 'done' } }]);
  const found = await facts('525510000001', '525510000002');
  expect([found.get('525510000001')?.hasNumber, found.get('525510000002')?.hasNumber]).toEqual([false, true]);
});

test('[TASK-01] names are used once in a country, a date of the future is a slip, and what is removed is asked no more', async () => {
  const { aRegister, bring, ask, facts, list, tenantId } = await aTeam();
  const { id } = await aRegister(['5510000001']);
  const again = { country: 'MX', name: 'repep', issuedOn: '2026-11-10' };
  expect((await bring('add', '5510000001', again)).code).toBe(failures.nameTaken.code);
  expect((await bring('add', '5510000001', { ...again, name: 'Other', issuedOn: '2026-11-30' })).code).toBe(400);
  expect((await bring('add', '5510000001', { ...again, name: 'Other', country: 'ZZ' })).code).toBe(400);
  expect((await ask('DELETE', 'delete', { id })).code).toBe(0);
  expect(await list()).toEqual([]);
  expect(await facts('525510000001')).toEqual(new Map());
  const left = await server.world.db.tenant({ tenantId }, (tx) =>
    sql`select 1 from do_not_call_chunk`.execute(tx.as()),
  );
  expect(left.rows).toEqual([]);
  expect((await ask('DELETE', 'delete', { id })).code).toBe(404);
});

test('[TASK-01] whoever is on a list of their country is left out when customers are added, unless they agreed', async () => {
  const { aRegister, who, bring, read } = await aTeam();
  const { id } = await aRegister(['5510000001', '5510000002']);
  await server.world.db.tenant({ tenantId: who.tenantId }, (tx) =>
    sql`insert into customer (full_name, phones, phone_countries, consent) values ('Lucía', '{525510000002}', '{MX}', 1)`.execute(
      tx.as(),
    ),
  );
  const task = async (name: string) =>
    (
      await server.ask('POST', '/cc/api/previewTask/v1/createFrom', {
        token: who.token,
        body: {
          settings: { name, startType: 3, otherCampaigns: 'allow' },
          source: { from: 'list', customers: [1, 2, 3].map((n) => ({ phone: `+52551000000${n}` })) },
        },
      })
    ).data.added;
  expect(await task('In time')).toMatchObject({ added: 2, keptOut: { doNotCall: 1 } });
  await bring('replace', '5510000001', { id: String(id), issuedOn: '2026-10-01' });
  await read();
  expect(await task('Too late')).toMatchObject({ added: 1, keptOut: { doNotCall: 1, listTooOld: 1 } });
});

test('[TASK-01] whoever came onto a list since is not called at the moment of dialling', async () => {
  const { aRegister, who, tenantId, bring, read } = await aTeam();
  const ana = await aMember(server.world.db, tenantId, {
    voiceSeat: true,
    functions: ['preview.use', 'routes.use'],
  });
  const askPreview = async (by: Member, path: string, body: object) =>
    server.ask('POST', `/cc/api/previewTask/v1/${path}`, { token: by.token, body });
  const { id } = (
    await askPreview(who, 'createFrom', {
      settings: { name: 'Renewals', startType: 3 },
      source: { from: 'list', customers: [{ phone: '+525510000001' }, { phone: '+525510000002' }] },
    })
  ).data;
  const first = (await askPreview(ana, 'next', { id })).data;
  expect(first.blocked).toBeNull();
  const register = await aRegister([first.customer.phone.slice(2)]);
  expect((await askPreview(ana, 'call', { customerId: first.customer.id })).code).not.toBe(0);
  expect((await askPreview(ana, 'open', { customerId: first.customer.id })).data.blocked).toBe('doNotCall');
  const second = (await askPreview(ana, 'next', { id })).data;
  expect(second.customer.id).not.toBe(first.customer.id);
  await bring('replace', first.customer.phone.slice(2), { id: String(register.id), issuedOn: '2026-10-01' });
  await read();
  expect((await askPreview(ana, 'open', { customerId: second.customer.id })).data.blocked).toBe('listTooOld');
});
