import { afterAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { aMember, aPriceList, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { guideRepo } from './guide.repo.ts';
import { aPayer } from './prices.fixture.ts';
import { isLookedFor } from './row-search.ts';

vi.setConfig({ testTimeout: 30_000 });
const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const post = (token: string, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/price/v1/${path}`, { token, body });
const reader = (tenantId: number) => aMember(db, tenantId, { functions: ['prices.view'] });
const pricesIn = ({ data }: { data: { list: { priceE4: number }[] } }) => data.list.map(({ priceE4 }) => priceE4);

const tenantId = await aPayer(db, 'USD');
const { token } = await reader(tenantId);
await aPriceList(db, { currency: 'USD' }, [
  { service: 'call', priceE4: 3_500 },
  { service: 'call', prefix: '52', priceE4: 120 },
  { service: 'call', prefix: '5255', priceE4: 80, firstSec: 6, nextSec: 6 },
  { service: 'call', kind: 'inbound', priceE4: 45 },
  { service: 'sms', country: 'MX', priceE4: 350 },
  { service: 'seat', variant: 'voice', priceE4: 250_000 },
]);

test('[CC-11] a team sees what it pays: its own prices, and everybody’s that they leave in force', async () => {
  const other = await aPayer(db, 'USD');
  await aPriceList(db, { tenantId: other, currency: 'USD' }, [
    { service: 'call', prefix: '52', priceE4: 100 },
    { service: 'sms', country: 'MX', priceE4: 300 },
  ]);
  const theirs = await reader(other);
  const calls = await post(theirs.token, 'page', { service: 'call' });
  expect(calls.data.list.map(({ priceE4, isOwn }: { priceE4: number; isOwn: boolean }) => [priceE4, isOwn])).toEqual([
    [3_500, false],
    [100, true],
    [45, false],
  ]);
  expect(calls.data).toMatchObject({ total: 3, currency: 'USD', since: expect.any(String), nextAt: null });
  expect(pricesIn(await post(theirs.token, 'page', { service: 'sms' }))).toEqual([300]);
  expect(pricesIn(await post(token, 'page', { service: 'sms' })), 'others pay what everybody does').toEqual([350]);
  expect(pricesIn(await post(token, 'page', { words: 'méx' }))).toEqual([3_500, 120, 80, 45, 350]);
  expect(pricesIn(await post(token, 'page', { words: '+52 55 1234', service: 'call', kind: 'manual' }))).toEqual([
    3_500, 120, 80,
  ]);
});

test('[CC-11] a whole number is told what calls and messages to it cost, and what is refused for want of a price', async () => {
  const { data } = await post(token, 'number', { number: '+52 55 1234 5678' });
  expect(data).toMatchObject({ number: '525512345678', country: 'MX' });
  const answeredPrices = data.answers.map(
    ({
      service,
      kind,
      answer,
    }: {
      service: string;
      kind: string;
      answer: { is: string; price?: { priceE4: number } };
    }) => [`${service} ${kind}`.trim(), answer.price?.priceE4 ?? answer.is],
  );
  expect(answeredPrices).toEqual([
    ['call manual', 80],
    ['call task', 80],
    ['call ai', 80],
    ['call inbound', 45],
    ['ai', 'free'],
    ['sms', 350],
  ]);
  const spain = await post(token, 'number', { number: '612345678', country: 'ES' });
  expect(spain.data.answers.at(-1)).toEqual({ service: 'sms', kind: '', answer: { is: 'none' } });
  expect((await post(token, 'number', { number: 'abc' })).code).not.toBe(0);
});

test('[CC-11] the next prices are told with their date and what they change', async () => {
  const payer = await aPayer(db, 'JPY');
  const { token: theirs } = await reader(payer);
  await aPriceList(db, { currency: 'JPY' }, [
    { service: 'call', prefix: '81', priceE4: 100_000 },
    { service: 'call', prefix: '1', priceE4: 50_000 },
    { service: 'sms', country: 'JP', priceE4: 70_000 },
    { service: 'storage', priceE4: 5 },
  ]);
  expect((await post(theirs, 'next')).data).toMatchObject({ beginsAt: null, total: 0 });
  await aPriceList(db, { currency: 'JPY', beginsInSec: 86_400 }, [
    { service: 'call', prefix: '81', priceE4: 110_000 },
    { service: 'call', prefix: '1', priceE4: 50_000, firstSec: 1, nextSec: 1 },
    { service: 'sms', country: 'JP', priceE4: 60_000 },
    { service: 'call', prefix: '44', priceE4: 9 },
  ]);
  await aPriceList(db, { tenantId: payer, currency: 'JPY' }, [{ service: 'sms', country: 'JP', priceE4: 65_000 }]);
  const { data } = await post(theirs, 'next', { size: 50 });
  expect(data).toMatchObject({
    isOwn: false,
    total: 4,
    counts: { dearer: 1, cheaper: 0, otherwise: 1, added: 1, removed: 1 },
  });
  expect(data.list.map(({ change }: { change: string }) => change).sort()).toEqual([
    'added',
    'dearer',
    'otherwise',
    'removed',
  ]);
  expect((await post(theirs, 'page')).data.nextAt).toBe(data.beginsAt);
});

test('[CC-11] prices leave as a file', async () => {
  const { data, code } = await post(token, 'export', { file: 'csv', service: 'call' });
  expect(code).toBe(0);
  const get = () => server.ask('GET', '/cc/api/download/v1/list', { token });
  await expect.poll(async () => (await get()).data[0]?.fileUrl, { timeout: 15_000 }).toContain(String(data.downloadId));
  const answer = await server.built.http.inject({
    method: 'GET',
    url: (await get()).data[0].fileUrl,
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toContain('Service,Kind of call,Kind of seat,Country,Prefix,Price');
  expect(lines).toHaveLength(6);
  expect(lines.find((line) => line.includes('5255'))).toBe(
    'Calls,,,,5255,0.008,0,6,6,0.008,0.04,0.08,USD,For everybody',
  );
});

test('[CC-11] whoever may not see prices does not, nor does a team whose money nobody counts, which has no such page', async () => {
  const agent = await aMember(db, tenantId);
  for (const path of ['page', 'number', 'next', 'export'])
    expect((await post(agent.token, path, { number: '+525512345678' })).code, path).toBe(403);
  const free = await aTenant(db);
  const boss = await aMember(db, free, { isOwner: true });
  const paying = await aMember(db, tenantId, { isOwner: true });
  for (const path of ['page', 'number', 'next', 'export'])
    expect((await post(boss.token, path, { number: '+525512345678' })).code, path).toBe(404);
  const menu = async (who: string) =>
    JSON.stringify(
      (await server.ask('GET', '/admin/saas_plat/resource', { token: who, query: { system_id: '5' } })).data,
    );
  expect(await menu(paying.token)).toContain('/settings/prices');
  expect(await menu(boss.token)).not.toContain('/settings/prices');
  expect(await menu(boss.token)).not.toContain('prices.view');
});

test('[API-03] a team sees no list of another, whatever it asks', async () => {
  const [one, two] = [await aPayer(db, 'INR'), await aPayer(db, 'INR')];
  const listId = await aPriceList(db, { tenantId: two, currency: 'INR' }, [{ service: 'call', priceE4: 7 }]);
  const ana = await reader(one);
  expect((await post(ana.token, 'page')).data.list).toEqual([]);
  const seen = await db.tenant({ tenantId: one }, async (tx) => ({
    lists: (await sql`select 1 from price_list where id = ${listId}`.execute(tx.as())).rows.length,
    rows: (await sql`select 1 from price_row where list_id = ${listId}`.execute(tx.as())).rows.length,
    found: (await sql`select 1 from price_of(${two}, 'INR', 'call', 'manual', '', '', '5255', now())`.execute(tx.as()))
      .rows.length,
  }));
  expect(seen).toEqual({ lists: 0, rows: 0, found: 0 });
});

test('[CC-11] a search in a long list reads what it finds and not the list', async () => {
  const payer = await aPayer(db, 'MYR');
  const listId = await aPriceList(db, { currency: 'MYR' }, [{ service: 'sms', country: 'MX', priceE4: 350 }]);
  await db.everyTenant('a long list', async (tx) => {
    await sql`insert into price_row (list_id, service, kind, prefix, price_e4)
      select ${listId}, 'call', k, (10000 + n)::text, 100 from generate_series(0, 89999, 9) n cross join unnest(array['', 'task']) k`.execute(
      tx.as(),
    );
    await sql`analyze price_row`.execute(tx.as());
  });
  for (const words of ['52123', 'mexico', 'nowhere at all']) {
    const read = await db.tenant({ tenantId: payer }, async (tx) => {
      const repo = guideRepo(tx, 'MYR');
      await repo.page(await repo.lists(), isLookedFor({ words }, 'en-US'), { page: 1, size: 20 });
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int "read" from pg_stat_xact_user_tables where relname = 'price_row'`.execute(
        tx.as(),
      );
      return rows[0]?.read ?? 0;
    });
    expect(read, words).toBeLessThan(2_000);
  }
});
