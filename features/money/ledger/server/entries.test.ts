import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { MoneyEntry } from '../contract.ts';
import { entriesExport } from './handlers.ts';
import { aPayingTenant, aPrice, aRecord } from './ledger.fixture.ts';
import { holdAnswered, takeHold } from './holds.ts';
import { moneyOf } from './money-of.ts';

const server = await testServer();
afterAll(server.close);
const { world } = server;
const { db } = world;

async function aHouse() {
  const tenantId = await aPayingTenant(db, 1_000);
  const wish = { ref: 'c1', callId: 'c1', amountE4: 1_200, price: aPrice(), until: new Date(4e12) };
  await db.tenant({ tenantId }, async (tx) => {
    const money = moneyOf(tx);
    await money.post({ kind: 'topUp', amountE4: 50_000, ref: 'b', detail: { note: 'Bank 7' } });
    await money.post({ kind: 'sms', amountE4: 350, ref: '41', detail: { country: 'MX', parts: 1 } });
    await money.post({ kind: 'sms', amountE4: 350, ref: 'code-3' });
    await takeHold(wish).execute(tx.as());
    await holdAnswered('c1', new Date(0)).execute(tx.as());
  });
  await aRecord(db, tenantId, 'c1', 30_000);
  const who = await aMember(db, tenantId, { functions: ['ledger.view', 'ledger.export'] });
  const entries = async (body: object = {}) =>
    (
      await server.ask<{ list: MoneyEntry[]; total: number }>('POST', '/cc/api/ledger/v1/entries', {
        token: who.token,
        body,
      })
    ).data;
  return { tenantId, who, entries };
}

test('[CC-11] entries are found by kind, days and call, and lead to what they are for', async () => {
  const { entries } = await aHouse();
  const all = await entries();
  expect(all.total).toBe(5);
  expect(all.list.map(({ kind, amountE4 }) => [kind, amountE4])).toEqual([
    ['call', -1_200],
    ['sms', -350],
    ['sms', -350],
    ['topUp', 50_000],
    ['opening', 100_000],
  ]);
  expect(all.list[0]).toMatchObject({ callId: 'c1', seconds: 30, country: 'MX', smsId: null });
  const messages = await entries({ kinds: ['sms'] });
  expect(messages.list.map(({ smsId, parts }) => [smsId, parts])).toEqual([
    [null, null],
    [41, 1],
  ]);
  expect((await entries({ callId: 'c1' })).list).toHaveLength(1);
  expect((await entries({ endDate: '2020-01-01 00:00:00' })).total).toBe(0);
  expect((await entries({ page: 2, size: 3 })).list).toHaveLength(2);
});

test('[CC-11] the list is written into a file to the last digit', async () => {
  const { tenantId, who } = await aHouse();
  const asked = await server.ask('POST', '/cc/api/ledger/v1/export', { token: who.token, body: { kind: 'csv' } });
  expect(asked.code).toBe(0);
  const pieces: Uint8Array[] = [];
  const caller = { ...who.identity, tenantId, timeZone: 'UTC' } as never;
  for await (const piece of entriesExport(world).write(caller, { kind: 'csv', kinds: [] }, () => {}))
    pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  expect(text).toContain('-0.12');
  expect(text).toContain('-0.035');
  expect(text).toContain('Bank 7');
  expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(6);
});

test('[CC-11] where nobody counts there is no account, no list and no right to either; without the right neither', async () => {
  const free = await aMember(db, await aTenant(db), { isOwner: true });
  for (const path of ['entries', 'export', 'warnBelow']) {
    const body = { kind: 'csv', amountE4: null };
    expect((await server.ask('POST', `/cc/api/ledger/v1/${path}`, { token: free.token, body })).code, path).toBe(404);
  }
  const menu = await server.ask('GET', '/admin/saas_plat/resource', {
    token: free.token,
    query: { system_id: '5' },
  });
  expect(menu.code).toBe(0);
  expect(JSON.stringify(menu.data)).not.toContain('/settings/balance');
  const { tenantId } = await aHouse();
  const guest = await aMember(db, tenantId);
  expect((await server.ask('POST', '/cc/api/ledger/v1/entries', { token: guest.token, body: {} })).code).toBe(403);
});
