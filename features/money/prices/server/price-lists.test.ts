import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember, aPriceList, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { enqueuePriceImport } from './import-job.ts';
import { anOperatorOf, aPayer, atTheLists, inDays } from './prices.fixture.ts';

vi.setConfig({ testTimeout: 30_000 });
const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const olga = await anOperatorOf(db);
const { ask, made, check, take, settled, file } = atTheLists(server, olga.token);
const codeOf = (name: keyof typeof failures) => failures[name].code;
const price = {
  service: 'call',
  kind: '',
  variant: '',
  country: '',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 0,
  priceE4: 120,
};

test('[CC-11] a list is made, filled, changed and deleted until it begins', async () => {
  const id = await made({ name: 'Winter' });
  const { data: row } = await ask('row/add', { ...price, listId: id, prefix: '5255' });
  expect((await ask('row/add', { ...price, listId: id, prefix: '5255', priceE4: 9 })).code).toBe(
    codeOf('priceRowTwice'),
  );
  expect((await ask('row/update', { ...price, id: row.id, prefix: '52', priceE4: 99 })).code).toBe(0);
  expect((await ask('row/page', { listId: id })).data).toMatchObject({
    total: 1,
    list: [{ prefix: '52', priceE4: 99 }],
  });
  expect((await ask('list/update', { id, name: 'Spring', beginsAt: inDays(3) })).code).toBe(0);
  expect((await ask('list/get', { id })).data).toMatchObject({
    name: 'Spring',
    state: 'ahead',
    prices: 1,
    author: 'Olga',
  });
  expect((await ask('row/delete', { listId: id, ids: [row.id] })).data).toEqual({ removed: 1 });
  expect((await ask('list/delete', { id })).code).toBe(0);
  expect((await ask('list/get', { id })).code).toBe(404);
});

test('[CC-11] what has begun stays as it was: prices change by a copy with a later date', async () => {
  const id = await made({ name: 'First', currency: 'CHF' });
  const { data: row } = await ask('row/add', { ...price, listId: id });
  expect((await ask('list/begin', { id })).code).toBe(0);
  const begun = codeOf('priceListBegun');
  expect((await ask('row/add', { ...price, listId: id, prefix: '1' })).code).toBe(begun);
  expect((await ask('row/update', { ...price, id: row.id, priceE4: 1 })).code).toBe(begun);
  expect((await ask('row/delete', { listId: id, ids: [row.id] })).code).toBe(begun);
  expect((await ask('list/delete', { id })).code).toBe(begun);
  expect((await ask('list/begin', { id })).code).toBe(begun);
  expect((await check(id, 'prefix,price\n52,1')).code).toBe(begun);
  const { beginsAt } = (await ask('list/get', { id })).data;
  expect((await ask('list/update', { id, name: 'First', beginsAt: inDays(9) })).code).toBe(begun);
  expect((await ask('list/update', { id, name: 'Renamed', beginsAt })).code).toBe(0);
  const copy = await ask('list/copy', { id, name: 'Second', tenantId: null, beginsAt: inDays(2) });
  expect((await ask('row/page', { listId: copy.data.id })).data.list).toMatchObject([{ priceE4: 120 }]);
  const { list } = (await ask('list/page', { currency: 'CHF', size: 50 })).data;
  expect(list.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['Second', 'ahead'],
    ['Renamed', 'inForce'],
  ]);
  expect(list[1].endsAt).toBe(list[0].beginsAt);
});

test('[CC-11] a list begins later, at a moment of its own, and a tenant’s in what the tenant pays', async () => {
  const tenantId = await aPayer(db, 'EUR');
  const wish = { name: 'X', tenantId: null, currency: 'HKD', beginsAt: inDays(1) };
  expect((await ask('list/add', { ...wish, beginsAt: inDays(-1) })).code).toBe(codeOf('priceListPast'));
  expect((await ask('list/add', wish)).code).toBe(0);
  expect((await ask('list/add', wish)).code).toBe(codeOf('priceListTwice'));
  expect((await ask('list/add', { ...wish, tenantId })).code).toBe(codeOf('priceCurrency'));
  expect((await ask('list/add', { ...wish, tenantId, currency: 'EUR' })).code).toBe(0);
  expect((await ask('list/add', { ...wish, tenantId: await aTenant(db) })).code).toBe(404);
  expect((await ask('list/add', { ...wish, currency: 'XXX' })).code).toBe(400);
  expect((await ask('list/page', { tenantId })).data).toMatchObject({
    total: 1,
    list: [{ currency: 'EUR', tenantId }],
  });
  const wrong = [{ kind: 'manual', service: 'sms' }, { country: 'MX', prefix: '1' }, { priceE4: -1 }, { prefix: 'x' }];
  const id = await made({ currency: 'AUD' });
  for (const more of wrong) expect((await ask('row/add', { ...price, ...more, listId: id })).code).toBe(400);
});

test('[CC-11] a file is checked first: nothing changes until it is right and taken', async () => {
  const id = await made({ name: 'From a file', currency: 'CAD' });
  await ask('row/add', { ...price, listId: id, prefix: '52', priceE4: 100 });
  await ask('row/add', { ...price, listId: id, prefix: '33', priceE4: 100 });
  const bad = await check(id, 'Service,Prefix,Price\nCalls,52,0.012\nCalls,52,x\nBoats,1,1\n');
  expect(bad.data).toMatchObject({
    rows: 1,
    wrongCount: 2,
    wrong: [{ line: 3, column: 'price', why: 'price', value: 'x' }, { why: 'service' }],
  });
  expect((await ask('file/take', { id: bad.data.id })).code).toBe(codeOf('priceFileWrong'));
  const errors = (await file(`file/${bad.data.id}/errors`)).bytes.toString();
  expect(errors).toContain('Line,Wrong column,Why,Service,Prefix,Price\r\n3,Price,');
  const mended = await check(id, errors.replace(',x', ',0.013').replace('Boats,1', 'Calls,1'), 'add');
  expect(mended.data, 'the file of errors can be put right and brought again').toMatchObject({
    rows: 2,
    wrongCount: 0,
  });
  const good = await check(id, 'prefix;price;first;next\n52;0,01;6;6\n1;0,02;;\n', 'replace');
  expect(good.data).toMatchObject({ rows: 2, wrongCount: 0, added: 1, changed: 1, same: 0, removed: 1 });
  expect((await ask('row/page', { listId: id })).data.total).toBe(2);
  expect((await take(id, good.data.id)).data).toMatchObject({ state: 'done', prices: 2 });
  expect((await ask('row/page', { listId: id })).data.list).toMatchObject([
    { prefix: '1', priceE4: 200, firstSec: 60 },
    { prefix: '52', priceE4: 100, firstSec: 6, nextSec: 6 },
  ]);
  expect((await ask('file/take', { id: good.data.id })).code, 'once').toBe(404);
});

test('[CC-11] a file that cannot be read says why, and one whose list begins meanwhile changes nothing', async () => {
  const id = await made({ currency: 'THB' });
  await check(id, '\n\n');
  expect(await settled(id)).toMatchObject({ state: 'failed', reason: 'importEmpty', checked: null });
  const good = await check(id, 'prefix,price\n52,0.01\n');
  await db.everyTenant('it begins between two moments', (tx) =>
    sql`update price_import set state = 'taking' where id = ${good.data.id}`.execute(tx.as()),
  );
  expect((await ask('list/begin', { id })).code).toBe(0);
  await db.everyTenant('its turn', (tx) => enqueuePriceImport(tx, good.data.id));
  expect(await settled(id)).toMatchObject({ state: 'failed', reason: 'priceListBegun' });
  expect((await ask('row/page', { listId: id })).data.total).toBe(0);
});

test('[CC-11] a process that ended while it read or took a file leaves nothing half: the next one reads it again and takes it whole', async () => {
  const id = await made({ currency: 'PHP' });
  const text = `prefix,price\n${Array.from({ length: 6_000 }, (_, n) => `52${1_000 + n},0.01`).join('\n')}\n`;
  const checked = await check(id, text);
  expect(checked.data).toMatchObject({ rows: 6_000, added: 6_000 });
  const importId = checked.data.id as number;
  // The machine went down in the middle of the taking: what waited is gone, the state is what it was.
  await db.everyTenant('a crash', async (tx) => {
    await sql`delete from price_import_row where import_id = ${importId} and prefix > '523'`.execute(tx.as());
    await sql`update price_import set state = 'taking' where id = ${importId}`.execute(tx.as());
    await enqueuePriceImport(tx, importId);
  });
  expect(await settled(id)).toMatchObject({ state: 'done', prices: 6_000 });
  expect((await ask('row/page', { listId: id })).data.total).toBe(6_000);
});

test.each(['csv', 'xlsx'])(
  '[CC-11] a list that left as %s comes back the same, whatever the language',
  async (kind) => {
    const listId = await aPriceList(db, { currency: kind === 'csv' ? 'TWD' : 'TRY' }, [
      {
        service: 'call',
        prefix: '5255',
        country: 'MX',
        kind: 'task',
        priceE4: 123,
        setupE4: 7,
        firstSec: 6,
        nextSec: 6,
      },
      { service: 'call', kind: 'inbound', priceE4: 1 },
      { service: 'sms', country: 'ID', priceE4: 420 },
      { service: 'seat', variant: 'voice', priceE4: 250_000 },
      { service: 'storage', priceE4: 1_500 },
    ]);
    await db.everyTenant('a language', (tx) =>
      sql`update user_account set language = 'zh-CN' where id = ${olga.userId}`.execute(tx.as()),
    );
    const { name, bytes } = await file(`list/${listId}/file?kind=${kind}`);
    expect(name).toContain(`.${kind}`);
    const copy = await made({ currency: kind === 'csv' ? 'TWD' : 'TRY' });
    const type = kind === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const checked = await check(copy, bytes, 'replace', type);
    expect(checked.data).toMatchObject({ rows: 5, wrongCount: 0 });
    await take(copy, checked.data.id);
    const rows = async (id: number) =>
      (await ask('row/page', { listId: id })).data.list.map(({ id: _id, ...row }: { id: number }) => row);
    expect(await rows(copy)).toEqual(await rows(listId));
  },
);

test('[CC-11] the example of a file is one that can be brought', async () => {
  const id = await made({ currency: 'SGD' });
  const { bytes } = await file('file/template?kind=csv');
  expect((await check(id, bytes)).data).toMatchObject({ wrongCount: 0, rows: 8 });
});

test('[CC-11] prices of a list are found by country, by digits and by a whole number', async () => {
  const id = await aPriceList(db, { currency: 'KRW' }, [
    { service: 'call', priceE4: 1 },
    { service: 'call', prefix: '52', priceE4: 2 },
    { service: 'call', prefix: '5255', kind: 'task', priceE4: 3 },
    { service: 'call', prefix: '44', priceE4: 4 },
    { service: 'sms', country: 'MX', priceE4: 5 },
    { service: 'sms', country: 'CA', priceE4: 6 },
    { service: 'seat', priceE4: 7 },
  ]);
  const found = async (search: object) =>
    (await ask('row/page', { listId: id, ...search })).data.list.map(({ priceE4 }: { priceE4: number }) => priceE4);
  expect(await found({ country: 'MX' })).toEqual([1, 2, 3, 5]);
  expect(await found({ words: '+52 55 1234 5678' })).toEqual([1, 2, 3, 5]);
  expect(await found({ words: '525' })).toEqual([1, 2, 3, 5]);
  expect(await found({ service: 'call', kind: 'manual' })).toEqual([1, 4, 2]);
  expect(await found({ service: 'sms', words: '1604' })).toEqual([6]);
  expect(await found({ service: 'seat' })).toEqual([7]);
});

test('[CC-11] price lists are the operator’s alone, with a second factor; each deed is in the log of who it concerns', async () => {
  const tenantId = await aPayer(db, 'GBP', 'Thames Tea');
  const owner = await aMember(db, tenantId, { isOwner: true });
  const id = await made({ name: 'Thames', tenantId, currency: 'GBP' });
  for (const path of ['list/page', 'payers', 'list/get', 'list/delete', 'row/page', 'list/begin'])
    expect(
      (await server.ask('POST', `/admin/operator/price/${path}`, { token: owner.token, body: { id, listId: id } }))
        .code,
      path,
    ).toBe(403);
  const unproven = await anOperatorOf(db);
  await db.everyTenant('no factor', (tx) =>
    sql`update session set factor_at = null where id = ${unproven.sessionId}`.execute(tx.as()),
  );
  expect((await atTheLists(server, unproven.token).ask('list/page')).code).not.toBe(0);
  expect((await ask('payers', { words: 'thames' })).data).toEqual([
    { id: tenantId, name: 'Thames Tea', currency: 'GBP' },
  ]);
  const { rows } = await db.everyTenant('the log', (tx) =>
    sql<{ tenant: number; action: string; target: string }>`
      select tenant_id tenant, action, target from operation_log where module = 'prices' and outcome = 0 and (tenant_id = ${tenantId} or target like '%Thames%') order by tenant_id`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([
    { tenant: 0, action: 'add', target: `${tenantId} Thames` },
    { tenant: tenantId, action: 'add', target: 'Thames' },
  ]);
});
