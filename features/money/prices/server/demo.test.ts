import { afterAll, expect, test, vi } from 'vitest';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { demoPriceLists } from './demo.ts';
import { guideRepo } from './guide.repo.ts';
import { pricesOf } from './index.ts';

vi.setConfig({ testTimeout: 60_000 });
const { db, close } = await testDb();
afterAll(close);

test('[CC-11] the demo has prices for everything in what its tenants pay, a next list, and what the bank agreed for itself', async () => {
  const tenantId = await aTenant(db);
  const demo = { tenantId, name: 'Borealis Bank', language: 'en-US', timeZone: 'UTC', people: [] } as const;
  await db.everyTenant('the demo', async (tx) => {
    await openAccount(tx, tenantId, 'EUR', 100);
    for (const name of ['Aurora Travel', 'Borealis Bank'])
      await demoPriceLists(tx, { ...demo, name, nowMs: Date.now(), chance: () => 0 });
  });
  await db.tenant({ tenantId }, async (tx) => {
    const answers = await pricesOf(tx, 'EUR', [
      { service: 'call', kind: 'manual', country: 'NL', number: '31612345678' },
      { service: 'call', kind: 'task', country: 'AQ', number: '672123456' },
      { service: 'call', kind: 'inbound', country: 'NL', number: '31205550150' },
      { service: 'ai', number: '31612345678' },
      { service: 'sms', country: 'ID', number: '62812345678' },
      { service: 'seat', variant: 'text' },
      { service: 'number', country: 'NL', number: '31205550150' },
      { service: 'storage' },
    ]);
    expect(answers.map(({ is }) => is)).toEqual(answers.map(() => 'price'));
    expect(answers[0]).toMatchObject({ price: { isOwn: true, prefix: '316' } });
    const repo = guideRepo(tx, 'EUR');
    expect(await repo.coming(await repo.lists(), { page: 1, size: 20 })).toMatchObject({
      counts: { cheaper: 4, dearer: 1, added: 0, removed: 0 },
    });
  });
});
