import { afterAll, expect, test } from 'vitest';
import { aPhone, aTenantWithLines, dial } from '#features/voice/call-routes/server/calls.fixture.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { anOperator } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { tenantsApi } from '../contract.ts';

const server = await testServer();
afterAll(server.close);
const plans = openCallPlans(server.world);
const olivia = await anOperator(server.world.db);

const setPlan = (tenantId: number, wishes: object) =>
  server.ask('PUT', tenantsApi.setPlan.path.replace('{id}', String(tenantId)), {
    token: olivia.token,
    body: {
      voiceSeats: null,
      textSeats: null,
      callsAtOnce: null,
      storageBytes: null,
      countries: [],
      aiFlows: false,
      accountMode: 'standard',
      kind: 'standard',
      paidUntil: null,
      ownLinesFree: true,
      creditE4: 0,
      ...wishes,
    },
  });

test('[CALL-16] a call to a country the plan does not have is refused with 811, whatever the tenant itself allows', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  expect(await dial(plans, ana, '+31205550100')).toMatchObject({ country: 'NL' });
  expect(await setPlan(tenantId, { countries: ['MX'] })).toMatchObject({ code: 0 });
  expect(await dial(plans, ana, '+31205550100')).toBe('811 NL');
  expect(await dial(plans, ana, '+525512345678')).toMatchObject({ country: 'MX' });
  await server.world.db.pool.query(`insert into allowed_country (tenant_id, iso2) values ($1, 'NL')`, [tenantId]);
  expect(await dial(plans, ana, '+31205550100'), 'nothing in common').toBe('811 NL');
  expect(await dial(plans, ana, '+525512345678'), 'nothing in common').toBe('811 MX');
});

test('[CALL-16] one call more than the plan has at once is refused, and goes through when another is over', async () => {
  const { tenantId } = await aTenantWithLines(server, { maxCalls: 10 });
  const [ana, budi] = [await aPhone(server, tenantId), await aPhone(server, tenantId, { name: 'Budi' })];
  expect(await setPlan(tenantId, { callsAtOnce: 1 })).toMatchObject({ code: 0 });
  const [first, second] = ['525512345678', '525512340001'];
  expect(await dial(plans, ana, `+${first}`)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, budi, `+${second}`)).toMatch(/ concurrent$/);
  await plans.outboundEnded(tenantId, ana.member.userId, first, false);
  expect(await dial(plans, budi, `+${second}`)).toMatchObject({ kind: 'outbound' });
  expect(await setPlan(tenantId, { callsAtOnce: null })).toMatchObject({ code: 0 });
  expect(await dial(plans, ana, `+${first}`)).toMatchObject({ kind: 'outbound' });
});
