import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aTenantHouse, aVoice, soon } from '#features/voice/calls/server/calls.fixture.ts';
import { testDb } from '#test/test-db.ts';
import { openTestExchange } from '#test/test-exchange.ts';

vi.setConfig({ testTimeout: 40_000 });

const { db, close } = await testDb();
const exchange = await openTestExchange({
  accounts: {
    find: async (account) => ({
      ha1: createHash('md5').update(`${account}:openseat.test:secret-${account}`).digest('hex'),
    }),
  },
});
const voice = aVoice(db, { telephony: exchange.telephony });
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await exchange.close();
  await close();
});

test('[LINE-01] [EQUIP-05] a test phone reaches 9196 and 4444, and neither an agent nor anybody outside', async () => {
  const { tenantId } = await aTenantHouse(db, { carrier: 'main' });
  const ana = await voice.aMemberWithPhone(tenantId);
  const anas = await exchange.phone(ana.sipNum);
  await soon(() => voice.agentNow(ana).whyNotRoutable).toBeNull();
  const phone = await exchange.phone(`test-${tenantId}-${ana.userId}-1900000000-0123456789ab`);
  for (const own of ['9196', '4444']) {
    const call = phone.call(own);
    await soon(() => call.at()).toBe('talking');
    await call.hangUp();
  }
  for (const somebody of [ana.sipNum, '525512345678']) {
    const call = phone.call(somebody);
    await soon(() => call.at()).toBe('over');
  }
  expect(anas.rung()).toBeUndefined();
  expect(voice.agentNow(ana)).toMatchObject({ call: null, whyNotRoutable: null });
});
