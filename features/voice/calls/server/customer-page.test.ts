import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { houseOfTests, serve } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;
const NUMBER = '525512345678';

const set = (tenantId: number, address: string, opening: string) =>
  db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('CustomerPageAddress', ${address}), ('CustomerPageOpening', ${opening})
      on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.as()),
  );

test('[complaint 16] whoever answers gets the team’s own page with the caller in it; nobody else does', async () => {
  const [tenant, ana] = await aTeam(1);
  const { tenantId } = tenant;
  const other = await house.anAgent(tenantId);
  const caller = await house.callsIn(tenant, NUMBER);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const page = () => ask.customerPage(ana.caller(), { callId });
  expect(await page()).toEqual({ address: null, opening: 'off' });
  await set(tenantId, 'https://crm.example.com/find?phone={number}&call={callId}', 'tab');
  expect(await page()).toEqual({
    address: `https://crm.example.com/find?phone=${NUMBER}&call=${encodeURIComponent(callId)}`,
    opening: 'tab',
  });
  await expect(ask.customerPage(other.caller(), { callId }), 'a colleague').rejects.toThrow('notFound');
  await set(tenantId, 'https://crm.example.com/{number}', 'off');
  expect(await page()).toEqual({ address: null, opening: 'off' });
  await set(tenantId, 'javascript:alert({number})', 'link');
  expect((await page()).address, 'however it was set').toBeNull();
  telephony.hangsUp(caller);
  await house.settled();
  await expect(page(), 'the call is over').rejects.toThrow('notFound');
});

test('[complaint 16] [SEC-01] who sees only stars never gets the number or the name in the address', async () => {
  const [tenant] = await aTeam(0);
  const ana = await house.anAgent(tenant.tenantId, { needsMasking: true });
  await serve(db, house.queues, tenant, ana);
  const caller = await house.callsIn(tenant, NUMBER);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const address = async (template: string) => {
    await set(tenant.tenantId, template, 'link');
    return (await ask.customerPage(ana.caller(), { callId })).address;
  };
  expect(await address('https://crm.example.com/find?phone={number}')).toBeNull();
  expect(await address('https://crm.example.com/{name}/{number}')).toBeNull();
  expect(await address('https://crm.example.com/{callId}?phone={number}&who={name}')).toBe(
    `https://crm.example.com/${encodeURIComponent(callId)}?phone=&who=`,
  );
  telephony.hangsUp(caller);
  await house.settled();
});

test('[complaint 16] a supervisor who listens serves nobody: there is no page for them', async () => {
  const [tenant, ana] = await aTeam(1);
  const sofia = await house.anAgent(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] });
  await set(tenant.tenantId, 'https://crm.example.com/{number}', 'tab');
  const caller = await house.callsIn(tenant, NUMBER);
  await house.takes(ana);
  const uuid = await house.callIdOf(ana);
  await ask.monitorStart(sofia.caller(), { sipNumber: sofia.sipNum, uuid, asmIp: '', cmsIp: '', action: 'listen' });
  await house.takes(sofia);
  await expect(ask.customerPage(sofia.caller(), { callId: uuid })).rejects.toThrow('notFound');
  telephony.hangsUp(caller);
  await house.settled();
});
