import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { paysForCalls, topUp } from '#features/money/charges/server/charges.fixture.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { openLog } from '#platform/server/log.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { closeAttempts, sweepJob } from './call-attempts.ts';
import { openCallPlans } from './index.ts';
import { aPhone, aTenantWithLines, dial } from './calls.fixture.ts';
import { clockOf } from '#test/clock.ts';

let aheadMs = 0;
const clock = clockOf(() => Date.now() + aheadMs);
const logged: string[] = [];
const server = await testServer({ log: openLog('warn', { write: (line) => void logged.push(line) }) });
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans({ ...server.world, clock });

const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));
const setting = (tenantId: number, name: string, value: string) =>
  run(sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, ${value})`);
const limit = (
  tenantId: number,
  kind: string,
  max: number,
  { windowSec = 86_400, scope = 'tenant', groupId = null as number | null } = {},
) =>
  run(
    sql`insert into call_limit (tenant_id, kind, max, window_sec, scope, group_id) values (${tenantId}, ${kind}, ${max}, ${windowSec}, ${scope}, ${groupId})`,
  );
const CUSTOMER = '5512345678';

async function record(
  tenantId: number,
  callId: string,
  { number = `52${CUSTOMER}`, direction = 'inbound', users = [] as number[] } = {},
): Promise<void> {
  await run(
    sql`insert into call_record (tenant_id, call_id, node, direction, started_at, customer_number, our_number) values (${tenantId}, ${callId}, 'n', ${direction}, now(), ${number}, '525550000')`,
  );
  for (const userId of users)
    await run(
      sql`insert into call_agent (tenant_id, record_id, user_id, started_at, result) select tenant_id, id, ${userId}, started_at, 'talked' from call_record where tenant_id = ${tenantId} and call_id = ${callId}`,
    );
}
const aCustomer = async (tenantId: number, number: string): Promise<number> =>
  (
    await server.world.db.pool.query<{ id: number }>(
      `insert into customer (tenant_id, phones, phone_countries) values ($1, array[$2], array['MX']) returning id`,
      [tenantId, number],
    )
  ).rows[0]!.id;
const OTHERS = Array.from({ length: 8 }, (_, index) => `551234000${index}`);

test('[CALL-17] a call carries its headers into a plan: number, line, number shown, callback and task', async () => {
  const { tenantId, line, router, number } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  await record(tenantId, 'call-7', { users: [ana.member.userId] });
  const [known, stranger] = [await aCustomer(tenantId, `52${CUSTOMER}`), await aCustomer(tenantId, '525599999999')];
  const plan = await dial(plans, ana, CUSTOMER, {
    [CallHeader.routerId]: String(router),
    [CallHeader.outCallerNumber]: number,
    [CallHeader.callbackCallId]: 'call-7',
    [CallHeader.taskId]: '12',
    [CallHeader.customerId]: String(known),
  });
  expect(plan).toMatchObject({
    kind: 'outbound',
    tenantId,
    userId: ana.member.userId,
    sipNum: ana.sipNum,
    number: '525512345678',
    country: 'MX',
    trunks: [{ id: line, name: 'rehearsal' }],
    routerId: router,
    displayNumber: number,
    callbackOf: 'call-7',
    task: { taskId: '12', taskName: null, customerId: String(known) },
    settings: {
      maxCallMs: null,
      maxHoldMs: 300_000,
      wrapUpMs: 30_000,
      recordCalls: true,
      recordingRules: { countries: [], otherwise: 'none', unknown: 'none' },
      survey: 0,
      surveyWhenAgentHangsUp: false,
      tellsMonitored: false,
    },
  });
  expect(
    await dial(plans, ana, CUSTOMER, { [CallHeader.customerId]: String(stranger) }),
    'nobody makes a customer theirs by naming it',
  ).toMatchObject({ task: null });
  expect(await dial(plans, ana, '+14155550199', { [CallHeader.routerId]: '0' })).toMatchObject({
    number: '14155550199',
    country: 'US',
    routerId: 0,
    displayNumber: number,
    callbackOf: null,
    task: null,
  });
  expect(
    await dial(plans, ana, CUSTOMER, { 'x-callee-country-code': '52' }),
    'names of headers in small letters',
  ).toMatchObject({ number: '525512345678' });
});

describe('[CALL-17] [SEC-01] calling back without knowing the number', () => {
  const STARS = '52******5678';
  const back = (callId: string) => ({ [CallHeader.callbackCallId]: callId });

  test('stars and the call they belong to are as good as the number', async () => {
    const { tenantId } = await aTenantWithLines(server);
    const ana = await aPhone(server, tenantId, { needsMasking: true });
    await record(tenantId, 'mine', { users: [ana.member.userId] });
    await record(tenantId, 'a-colleague');
    await record(tenantId, 'short', { number: '14155550199', users: [ana.member.userId] });
    for (const to of [STARS, `+${STARS}`])
      expect(await dial(plans, ana, to, back('mine'))).toMatchObject({
        kind: 'outbound',
        number: '525512345678',
        country: 'MX',
        callbackOf: 'mine',
      });
    expect(await dial(plans, ana, STARS, back('a-colleague')), 'a customer of mine').toMatchObject({
      number: '525512345678',
      callbackOf: 'a-colleague',
    });
    expect(await dial(plans, ana, '1******0199', back('short'))).toMatchObject({
      number: '14155550199',
      country: 'US',
    });
  });

  test('calls of others, of other tenants, and ids nobody gave are refused and logged', async () => {
    const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
    const [ana, budi] = [
      await aPhone(server, one.tenantId, { needsMasking: true }),
      await aPhone(server, one.tenantId),
    ];
    const sofia = await aPhone(server, one.tenantId, { needsMasking: true, functions: ['call-records.view'] });
    await record(one.tenantId, 'theirs', { users: [budi.member.userId] });
    await record(other.tenantId, 'elsewhere', { users: [ana.member.userId] });
    await record(one.tenantId, 'inside', { direction: 'internal', number: '1000002', users: [ana.member.userId] });
    const before = logged.length;
    for (const callId of ['theirs', 'elsewhere', 'inside', 'guess'])
      expect(await dial(plans, ana, STARS, back(callId)), callId).toBe('816 callback');
    expect(logged.slice(before)).toHaveLength(4);
    expect(logged.slice(before).join('')).toContain(`"userId":${ana.member.userId}`);
    expect(logged.slice(before).join('')).not.toMatch(/12345678/);
    expect(await dial(plans, sofia, STARS, back('theirs')), 'whoever may see all').toMatchObject({
      number: '525512345678',
    });
    expect(await dial(plans, ana, STARS), 'stars alone').toBe('812 characters');
  });

  test('stars of another number than the call has are refused', async () => {
    const { tenantId } = await aTenantWithLines(server);
    const ana = await aPhone(server, tenantId, { needsMasking: true });
    await record(tenantId, 'mine', { users: [ana.member.userId] });
    expect(await dial(plans, ana, '52******0000', back('mine'))).toBe('816 callback');
  });

  test('with the number in clear the call goes out, and answers only a call the agent may see or with that number', async () => {
    const { tenantId } = await aTenantWithLines(server);
    const [ana, budi] = [await aPhone(server, tenantId), await aPhone(server, tenantId)];
    await record(tenantId, 'theirs', { users: [budi.member.userId] });
    await record(tenantId, 'other', { users: [budi.member.userId], number: '525500000000' });
    expect(await dial(plans, ana, CUSTOMER, back('theirs'))).toMatchObject({ callbackOf: 'theirs' });
    for (const forged of ['other', 'guess'])
      expect(await dial(plans, ana, CUSTOMER, back(forged)), forged).toMatchObject({
        number: '525512345678',
        callbackOf: null,
      });
  });

  test('a refusal knows whom the call was for, its reader does not', async () => {
    const { tenantId } = await aTenantWithLines(server);
    const ana = await aPhone(server, tenantId, { needsMasking: true });
    await record(tenantId, 'mine', { users: [ana.member.userId] });
    await run(sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, 'US')`);
    const headers = { [CallHeader.ccAgent]: ana.sipNum, [CallHeader.ccToken]: ana.token, ...back('mine') };
    expect(await plans.outbound({ account: ana.sipNum, to: STARS, headers })).toEqual({
      refused: 'countryNotAllowed',
      detail: 'MX',
      number: '525512345678',
    });
  });
});

test('[CALL-17] the settings of the tenant and the switches of the agent are in the plan', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  for (const [name, value] of Object.entries({
    maxDurationOfSingleCall: '600',
    maxCallHoldTime: '0',
    satisfactionSurveyModel: '2',
    activelyHangUp: 'true',
    postTalkSortTimeSecond: '15',
  }))
    await setting(tenantId, name, value);
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({
    settings: {
      maxCallMs: 600_000,
      maxHoldMs: null,
      wrapUpMs: 15_000,
      recordCalls: true,
      recordingRules: { countries: [], otherwise: 'none', unknown: 'none' },
      survey: 2,
      surveyWhenAgentHangsUp: true,
      tellsMonitored: false,
    },
  });
  await run(sql`update agent set wrap_up = false, record_calls = false where user_id = ${ana.member.userId}`);
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ settings: { wrapUpMs: 0, recordCalls: false } });
});

test('[CC-03] a SIP phone calls without a token: its password is all it has', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  const dialled = () => dial(plans, ana, CUSTOMER, { [CallHeader.ccAgent]: '', [CallHeader.ccToken]: '' });
  expect(await dialled()).toBe('813 token');
  await run(sql`update sip_login set standing = true, session_id = null where sip_num = ${ana.sipNum}`);
  expect(await dialled()).toMatchObject({ kind: 'outbound', userId: ana.member.userId });
});

test('[CALL-16] 813 for a call without its token, with another phone’s, or after the sign-out', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const [ana, budi] = [await aPhone(server, tenantId), await aPhone(server, tenantId)];
  for (const headers of [
    { [CallHeader.ccToken]: '' },
    { [CallHeader.ccToken]: budi.token },
    { [CallHeader.ccAgent]: budi.sipNum },
  ])
    expect(await dial(plans, ana, CUSTOMER, headers)).toBe('813 token');
  expect(
    await plans.outbound({
      account: ana.sipNum,
      to: CUSTOMER,
      headers: { [CallHeader.calleeCountryCode]: '52' },
      vouched: true,
    }),
    'asked by ourselves',
  ).toMatchObject({ kind: 'outbound' });
  await server.ask('PUT', '/admin/saas_plat/user/logout', { token: ana.member.token, body: {} });
  expect(await dial(plans, ana, CUSTOMER)).toBe('813 token');
  expect(await dial(plans, { ...ana, sipNum: '0000000' }, CUSTOMER)).toBe('813 token');
});

test('[CALL-16] 810 once the plan ended or the money is gone', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const [ana, noor] = [await aPhone(server, one.tenantId), await aPhone(server, other.tenantId)];
  const day = (ms: number): string => new Date(clock.nowMs() + ms).toISOString().slice(0, 10);
  await setting(one.tenantId, 'DialerPaidUntil', day(0));
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ kind: 'outbound' });
  await run(sql`update tenant_setting set value = ${day(-86_400_000)} where tenant_id = ${one.tenantId}`);
  expect(await dial(plans, ana, CUSTOMER)).toBe('810 plan');
  await run(sql`select money_open(${other.tenantId}, 'USD')`);
  expect(await dial(plans, noor, CUSTOMER), 'nothing has a price').toMatchObject({ kind: 'outbound' });
  await paysForCalls(db, other.tenantId, { balanceE4: 599, prefix: '52' });
  expect(await dial(plans, noor, CUSTOMER)).toBe('810 balance');
  expect(await dial(plans, noor, '+12025550142')).toBe('810 noPrice');
  await topUp(db, other.tenantId, 1, 'one');
  expect(await dial(plans, noor, CUSTOMER)).toMatchObject({ kind: 'outbound' });
});

test('[CALL-16] 811 for countries that are not on the list, 812 for what is no number, 816 for what is never called', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  await run(sql`insert into allowed_country (tenant_id, iso2) values (${tenantId}, 'MX'), (${tenantId}, 'US')`);
  await run(sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, '525559990001', 'rehearsal')`);
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ country: 'MX' });
  expect(await dial(plans, ana, '+31205550100')).toBe('811 NL');
  expect(await dial(plans, ana, '+18765550199'), 'dialled like the United States').toBe('811 JM');
  expect(await dial(plans, ana, '55#12')).toBe('812 characters');
  expect(await dial(plans, ana, '5512345')).toBe('812 wrongLength');
  expect(await dial(plans, ana, '911'), 'no real trunk').toBe('816 emergencyNoTrunk');
  expect(await dial(plans, ana, '040')).toBe('816 service');
  expect(await dial(plans, ana, '5559990001')).toBe('816 ownNumber');
});

test('[CALL-17] a colleague’s number is an internal call; one of another tenant is like one nobody has', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const [ana, budi, noor] = [
    await aPhone(server, one.tenantId),
    await aPhone(server, one.tenantId, { name: 'Budi' }),
    await aPhone(server, other.tenantId),
  ];
  expect(await dial(plans, ana, budi.sipNum)).toBe('internal Budi');
  expect(await dial(plans, ana, ana.sipNum)).toBe('816 self');
  const none = { [CallHeader.calleeCountryCode]: '' };
  expect(await dial(plans, ana, noor.sipNum, none)).toBe('816 extension');
  expect(await dial(plans, ana, '1000001', none)).toBe('816 extension');
  expect(await dial(plans, ana, noor.sipNum)).toBe(await dial(plans, ana, '1000001'));
});

test('[CALL-17] 824 for a line of another tenant, and the attempt is logged without a number; 819 for its display number', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const ana = await aPhone(server, one.tenantId);
  const before = logged.length;
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.routerId]: String(other.router) })).toBe('824 unknownRouter');
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.routerId]: "1' or 1=1" })).toBe('824 unknownRouter');
  expect(logged.slice(before)).toHaveLength(2);
  expect(logged.slice(before).join('')).toContain(`"userId":${ana.member.userId}`);
  expect(logged.slice(before).join('')).not.toContain(CUSTOMER);
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.outCallerNumber]: other.number })).toBe('819 notBound');
  expect(await dial(plans, ana, CUSTOMER, { [CallHeader.outCallerNumber]: one.number })).toMatchObject({
    displayNumber: one.number,
  });
  const bare = await aTenant(db);
  expect(await dial(plans, await aPhone(server, bare), CUSTOMER)).toBe('819 noNumber');
});

test('[CALL-17] a call names the node of its agent by its id; one meant for another is refused', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  const at = (asmIp: string) => dial(plans, ana, CUSTOMER, { [CallHeader.asmIp]: asmIp, [CallHeader.asmPort]: '443' });
  expect(await at(server.world.exchange.node)).toMatchObject({ kind: 'outbound' });
  expect(await at('10.0.0.9')).toBe('801 unreachable');
});

test('[CALL-16] a caller whom a flow hands on counts for the limits of the tenant and takes a place on the line', async () => {
  const { tenantId } = await aTenantWithLines(server, { maxCalls: 1 });
  await limit(tenantId, 'perNumber', 2);
  await limit(tenantId, 'numbers', 1, { scope: 'agent' });
  const onward = async (number = `52${CUSTOMER}`) => {
    const way = await plans.onward({ tenantId, number, shown: '' });
    return 'refused' in way ? [way.refused, way.detail] : way.number;
  };
  expect(await onward()).toBe(`52${CUSTOMER}`);
  expect(await onward(`52${OTHERS[0]}`)).toEqual(['noTrunk', 'allFull']);
  await plans.outboundEnded(tenantId, null, `52${CUSTOMER}`, true);
  // A limit of each agent is no flow's.
  expect(await onward(`52${OTHERS[0]}`)).toBe(`52${OTHERS[0]}`);
  await plans.outboundEnded(tenantId, null, `52${OTHERS[0]}`, false);
  expect(await onward()).toBe(`52${CUSTOMER}`);
  await plans.outboundEnded(tenantId, null, `52${CUSTOMER}`, true);
  expect(await onward()).toEqual(['fiveNumberLimit', 'perNumber']);
});

test('[CALL-16] a program plans several calls at once: each sees what those before it took, and each place is given back once', async () => {
  const { tenantId, router, number: shown } = await aTenantWithLines(server, { maxCalls: 2 });
  const autoDial = (...numbers: string[]) =>
    plans.autoDialMany(
      tenantId,
      numbers.map((number) => ({ number, routerId: router })),
    );
  expect(await autoDial(`52${CUSTOMER}`), 'agents alone call by it').toMatchObject([{ refused: 'noTrunk' }]);
  await run(sql`update router set type = ${RouteType.autoDial} where id = ${router}`);
  const numbers = OTHERS.slice(0, 3).map((number) => `52${number}`);
  expect(await autoDial(...numbers, '911')).toMatchObject([
    { number: numbers[0], country: 'MX', routerId: router, displayNumber: shown, settings: { language: 'en-US' } },
    { number: numbers[1] },
    { refused: 'noTrunk', detail: 'allFull' },
    { refused: 'cannotCallNumber' },
  ]);
  await plans.outboundEnded(tenantId, null, numbers[0]!, false);
  expect(await plans.autoDial({ tenantId, number: numbers[2]!, routerId: router })).toMatchObject({ routerId: router });
  await plans.outboundEnded(tenantId, null, numbers[1]!, true);
  await expect(
    db.tenant({ tenantId }, async (tx) => {
      await plans.autoDialMany(tenantId, [{ number: numbers[0]!, routerId: router }], tx);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await autoDial(numbers[0]!), 'what was undone took no place').toMatchObject([{ number: numbers[0] }]);
});

test('[CC-03] the mobile of an agent is called by the plan: what protects called people is not for it, money and lines are, and numbers for help never', async () => {
  const { tenantId } = await aTenantWithLines(server, { maxCalls: 1 });
  await limit(tenantId, 'perNumber', 1);
  await limit(tenantId, 'failure', 1);
  const device = async (number = `52${CUSTOMER}`) => {
    const way = await plans.device({ tenantId, number });
    return 'refused' in way ? [way.refused, way.detail] : way.number;
  };
  for (let again = 0; again < 3; again += 1) {
    expect(await device()).toBe(`52${CUSTOMER}`);
    expect(await device(`52${OTHERS[0]}`)).toEqual(['noTrunk', 'allFull']);
    await plans.outboundEnded(tenantId, null, `52${CUSTOMER}`, false);
  }
  for (const never of ['911', '112', '19005551234'])
    expect((await device(never))[0], never).toMatch(/cannotCallNumber|wrongNumber/);
  await limit(tenantId, 'concurrent', 0);
  expect(await device()).toEqual(['noTrunk', 'concurrent']);
});

test('[CALL-16] what the tenant may never call is not promised to be called back; limits that pass are no reason', async () => {
  const { tenantId } = await aTenantWithLines(server, { maxCalls: 1 });
  await plans.onward({ tenantId, number: `52${OTHERS[0]}`, shown: '' });
  const why = async (number: string) => (await plans.whyNever({ tenantId, number }))?.refused ?? null;
  expect([await why('911'), await why(`52${CUSTOMER}`)]).toEqual(['cannotCallNumber', null]);
});

test('[CALL-16] 814 once a capability keeps a blacklist', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  server.world.catalogue.blacklist.push(
    async (tx, number, direction) => tx.tenantId === tenantId && direction === 'outbound' && number === '525512345678',
  );
  expect(await dial(plans, ana, CUSTOMER)).toBe('814 blacklist');
  expect(await dial(plans, ana, OTHERS[0]!)).toMatchObject({ kind: 'outbound' });
});

test('[CALL-16] 815 after failed calls to a number, until time has passed; answered calls are no failures', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  await limit(tenantId, 'failure', 2, { windowSec: 600 });
  const call = async (answered: boolean) => {
    const plan = await dial(plans, ana, CUSTOMER);
    if (typeof plan === 'string') return plan;
    await plans.outboundEnded(tenantId, ana.member.userId, plan.number, answered);
    return 'went out';
  };
  expect([await call(false), await call(true), await call(true), await call(false), await call(false)]).toEqual([
    'went out',
    'went out',
    'went out',
    'went out',
    '815 failure',
  ]);
  expect(await dial(plans, ana, OTHERS[0]!)).toMatchObject({ kind: 'outbound' });
  aheadMs += 601_000;
  expect(await call(true)).toBe('went out');
});

test('[CALL-16] 817 after five different numbers, which can still be called again; and after too many calls to one', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const [ana, budi] = [await aPhone(server, one.tenantId), await aPhone(server, one.tenantId)];
  await limit(one.tenantId, 'numbers', 5, { scope: 'agent' });
  for (const number of OTHERS.slice(0, 5)) expect(await dial(plans, ana, number)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, ana, OTHERS[5]!)).toBe('817 numbers');
  expect(await dial(plans, ana, OTHERS[2]!)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, budi, OTHERS[5]!), 'each agent has five').toMatchObject({ kind: 'outbound' });
  const noor = await aPhone(server, other.tenantId);
  await limit(other.tenantId, 'perNumber', 2);
  for (let i = 0; i < 2; i += 1) expect(await dial(plans, noor, CUSTOMER)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, noor, CUSTOMER)).toBe('817 perNumber');
  aheadMs += 86_401_000;
  expect(await dial(plans, noor, CUSTOMER)).toMatchObject({ kind: 'outbound' });
});

test('[CC-05] a limit of a group counts the calls of its members and holds for them alone', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const [ana, budi, chen] = [
    await aPhone(server, tenantId),
    await aPhone(server, tenantId),
    await aPhone(server, tenantId),
  ];
  const { rows } = (await run(
    sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`,
  )) as { rows: { id: number }[] };
  const groupId = rows[0]!.id;
  for (const { member } of [ana, budi])
    await run(
      sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${member.userId})`,
    );
  await limit(tenantId, 'perNumber', 2, { scope: 'group', groupId });
  expect(await dial(plans, chen, CUSTOMER)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, ana, CUSTOMER)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, budi, CUSTOMER)).toMatchObject({ kind: 'outbound' });
  expect(await dial(plans, ana, CUSTOMER)).toBe('817 perNumber');
  expect(await dial(plans, chen, CUSTOMER)).toMatchObject({ kind: 'outbound' });
});

test('[CALL-16] 823 beyond the calls per second, and 824 when the line is full: exactly as many as allowed, however many ask at once', async () => {
  const [slow, small] = [await aTenantWithLines(server), await aTenantWithLines(server, { maxCalls: 3 })];
  const [ana, noor] = [await aPhone(server, slow.tenantId), await aPhone(server, small.tenantId)];
  await limit(slow.tenantId, 'callsPerSecond', 4, { windowSec: 1 });
  const still = clock.nowMs();
  const atOnce = openCallPlans({ ...server.world, clock: clockOf(() => still) });
  const outcomes = async (who: typeof ana) =>
    (await Promise.all(OTHERS.map((number) => dial(atOnce, who, number))))
      .map((plan) => (typeof plan === 'string' ? plan : 'went out'))
      .sort();
  expect(await outcomes(ana)).toEqual([...Array(4).fill('823 callsPerSecond'), ...Array(4).fill('went out')]);
  expect(await outcomes(noor)).toEqual([...Array(5).fill('824 allFull'), ...Array(3).fill('went out')]);
  const later = openCallPlans({ ...server.world, clock: clockOf(() => still + 1_001) });
  expect(await dial(later, ana, OTHERS[0]!)).toMatchObject({ kind: 'outbound' });
});

test('[CC-12] a trunk that is full is passed over for the next, and free again when a call ended', async () => {
  const { tenantId, line, router } = await aTenantWithLines(server, { maxCalls: 1 });
  const { rows } = (await run(
    sql`insert into trunk (tenant_id, name, carrier, max_calls) values (${tenantId}, 'B', 'other', 1) returning id`,
  )) as { rows: { id: number }[] };
  const second = rows[0]!.id;
  await run(
    sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${router}, ${second}, 1)`,
  );
  const ana = await aPhone(server, tenantId);
  expect(await dial(plans, ana, OTHERS[0]!)).toMatchObject({ trunks: [{ id: line }, { id: second }] });
  expect(await dial(plans, ana, OTHERS[1]!)).toMatchObject({ trunks: [{ id: second, name: 'other' }] });
  expect(await dial(plans, ana, OTHERS[2]!)).toBe('824 allFull');
  await plans.outboundEnded(tenantId, ana.member.userId, `52${OTHERS[0]}`, true);
  expect(await dial(plans, ana, OTHERS[2]!)).toMatchObject({ trunks: [{ id: line }] });
});

test('[CC-12] a line that is lent no more carries no call, in or out, whatever trunk is left of it', async () => {
  const { tenantId, line } = await aTenantWithLines(server);
  const did = `5255600${tenantId}`;
  await run(sql`update trunk set carrier = 'lent-house' where id = ${line}`);
  await run(
    sql`insert into did_number (tenant_id, number, carrier, country_iso2, inbound_config) values (${tenantId}, ${did}, 'lent-house', 'MX', 1)`,
  );
  const ana = await aPhone(server, tenantId);
  const lentTo = (tenantIds: number[]) =>
    openCallPlans({
      ...server.world,
      exchange: { ...server.world.exchange, carriers: () => [{ name: 'lent-house', isRehearsal: false, tenantIds }] },
    });
  const comes = async (plans: ReturnType<typeof lentTo>) =>
    (await plans.inbound({ line: 'lent-house', did, from: '525512345678' })) as { refused?: string };
  expect(await dial(lentTo([tenantId]), ana, OTHERS[0]!)).toMatchObject({ trunks: [{ id: line }] });
  expect((await comes(lentTo([tenantId]))).refused).toBe('boundNumberError');
  expect(await dial(lentTo([tenantId + 1]), ana, OTHERS[1]!)).toMatch(/^824 /);
  expect((await comes(lentTo([tenantId + 1]))).refused).toBe('cannotCallNumber');
});

test('[CC-12] trunks are free again after a stop, and after a day whatever happened; old calls are forgotten', async () => {
  const { tenantId } = await aTenantWithLines(server, { maxCalls: 1 });
  const ana = await aPhone(server, tenantId);
  const now = openCallPlans(server.world);
  expect(await dial(now, ana, OTHERS[0]!)).toMatchObject({ kind: 'outbound' });
  expect(await dial(now, ana, OTHERS[1]!)).toBe('824 allFull');
  await db.tenant(await aTenantWithLines(server), closeAttempts);
  expect(await dial(now, ana, OTHERS[1]!)).toBe('824 allFull');
  await db.tenant({ tenantId }, closeAttempts);
  expect(await dial(now, ana, OTHERS[1]!)).toMatchObject({ kind: 'outbound' });
  const age = (interval: string) =>
    run(sql`update call_attempt set at = at - ${interval}::interval where tenant_id = ${tenantId}`);
  await age('25 hours');
  await sweepJob({ db }).run(undefined as never);
  expect(await dial(now, ana, OTHERS[2]!)).toMatchObject({ kind: 'outbound' });
  await age('8 days');
  await sweepJob({ db }).run(undefined as never);
  const { rows } = await run(sql`select 1 from call_attempt where tenant_id = ${tenantId}`);
  expect(rows).toEqual([]);
});

test('[CALL-16] 823 when the line itself is at its pace', async () => {
  const { tenantId } = await aTenantWithLines(server, { perSec: 1 });
  const ana = await aPhone(server, tenantId);
  const still = clock.nowMs();
  const atOnce = openCallPlans({ ...server.world, clock: clockOf(() => still) });
  expect(await dial(atOnce, ana, OTHERS[0]!)).toMatchObject({ kind: 'outbound' });
  expect(await dial(atOnce, ana, OTHERS[1]!)).toBe('823 trunk');
});

test('[SEC-02] what stands for a number is dialled like it, in its own tenant', async () => {
  const [one, other] = [await aTenantWithLines(server), await aTenantWithLines(server)];
  const [ana, noor] = [
    await aPhone(server, one.tenantId, { needsMasking: true }),
    await aPhone(server, other.tenantId),
  ];
  const word = await phoneWords(openTenantSecrets(db)).wordFor(one.tenantId, '525512345678');
  expect(await dial(plans, ana, word)).toMatchObject({ number: '525512345678' });
  expect(await dial(plans, noor, word)).toBe('812 characters');
  expect(await dial(plans, ana, 'enc.nonsense')).toBe('812 characters');
});

test('[CC-12] a phone that called before is looked up in one journey, and is believed no more than before', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const [ana, bea] = [await aPhone(server, tenantId), await aPhone(server, tenantId)];
  const asked: PropertyKey[] = [];
  const watched = openCallPlans({
    ...server.world,
    db: new Proxy(db, { get: (all, what) => (asked.push(what), Reflect.get(all, what)) }),
  });
  asked.length = 0;
  const calls = () => dial(watched, ana, bea.sipNum);
  expect(await calls()).toMatch(/^internal/);
  expect(asked.splice(0)).toEqual(['readEvery', 'read']);
  expect(await calls()).toMatch(/^internal/);
  expect(asked.splice(0)).toEqual(['readBoth']);
  expect(await dial(watched, { ...ana, token: 'another' }, bea.sipNum)).toBe('813 token');
  await run(sql`update agent set record_calls = false, wrap_up = false where user_id = ${bea.member.userId}`);
  expect(
    await watched.outbound({
      account: ana.sipNum,
      to: bea.sipNum,
      headers: { [CallHeader.calleeCountryCode]: '52' },
      vouched: true,
    }),
  ).toMatchObject({ callee: { userId: bea.member.userId, isNotRecorded: true, hasNoWrapUp: true } });
  await run(sql`update agent set enabled = false where user_id = ${ana.member.userId}`);
  expect(await calls()).toBe('813 token');
  await run(sql`update agent set enabled = true where user_id = ${ana.member.userId}`);
  expect(await calls()).toMatch(/^internal/);
});

test('[CALL-16] 800 while the server stops, 801 when the database is away', async () => {
  const { tenantId } = await aTenantWithLines(server);
  const ana = await aPhone(server, tenantId);
  const closing = openCallPlans(server.world);
  closing.close();
  expect(await dial(closing, ana, CUSTOMER)).toBe('800 stopping');
  const away = openCallPlans({
    ...server.world,
    db: { ...db, tenant: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })) },
  });
  expect(await dial(away, ana, CUSTOMER)).toBe('801 unreachable');
});
