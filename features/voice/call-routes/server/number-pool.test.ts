import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { poolOrder } from '#core/call/choose-number.ts';
import type { ShownNumber } from '#core/call/plan-facts.ts';
import { numberStrategies } from '#core/call/route-choices.ts';
import { paysForCalls } from '#features/money/charges/server/charges.fixture.ts';
import { aMember } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { aPhone, aTenantWithLines, dial, type Caller } from './calls.fixture.ts';
import { openCallPlans } from './index.ts';
import { shownNumberOf, shownNumbers, shownValues, type ShownRow } from './shown-numbers.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
let aheadMs = 0;
const clock = clockOf(() => Date.now() + aheadMs);
const plans = openCallPlans({ ...server.world, clock });
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));

let made = 0;
const aDid = async (tenantId: number, number = `5255310${String(10_000 + (made += 1))}`, country = 'MX') => ({
  kind: 'did' as const,
  number,
  id: (
    (await run(
      sql`insert into did_number (tenant_id, number, country_iso2, carrier) values (${tenantId}, ${number}, ${country}, 'rehearsal') returning id`,
    )) as { rows: { id: number }[] }
  ).rows[0]!.id,
});

async function aPool(strategy: string, { restAfter = null as number | null, size = 3 } = {}) {
  const house = await aTenantWithLines(server);
  const { token } = await aMember(db, house.tenantId, { functions: ['routes.view', 'routes.edit'] });
  const ask = (path: string, body: object) =>
    server.ask('POST', '/cc/api/route/v1/route', { token, body: { path, routerId: house.router, ...body } });
  const numbers = [];
  for (let at = 0; at < size; at += 1) numbers.push(await aDid(house.tenantId));
  const refs = numbers.map(({ kind, id }) => ({ kind, id }));
  const set = (body: object = {}) =>
    ask('numberPool.set', { version: 1, strategy, restAfter, restMinutes: 30, numbers: refs, ...body });
  return { ...house, ask, set, numbers, ana: await aPhone(server, house.tenantId) };
}
const shownTo = async (ana: Caller, to = '5512345678'): Promise<string> => {
  const plan = await dial(plans, ana, to);
  return typeof plan === 'string' ? plan : plan.displayNumber;
};

test('[CC-12] a route shows the numbers of its pool, each in turn, and no other', async () => {
  const { ana, set, ask, numbers, number, router } = await aPool('inTurns');
  expect((await set()).code).toBe(0);
  const shown = [];
  for (let at = 0; at < 6; at += 1) {
    aheadMs += 1_000;
    shown.push(await shownTo(ana));
  }
  expect(shown).toEqual([...numbers, ...numbers].map((one) => one.number));
  const { data } = await ask('numberPool', {});
  expect(data).toMatchObject({ strategy: 'inTurns', restAfter: null, version: 2 });
  expect(data.numbers).toMatchObject(
    numbers.map((one) => ({ ...one, shownToday: 2, unanswered: 0, restsUntil: null })),
  );
  expect(await dial(plans, ana, '5512345678', { 'X-Router-Id': String(router), 'X-Out-Caller-Number': number })).toBe(
    '819 notBound',
  );
  expect((await ask('numberPool.choices', {})).data.map((one: { number: string }) => one.number)).toContain(number);
  const { data: offered } = await server.ask('POST', '/cc/api/route/v1/displayNumbers', {
    token: ana.member.token,
    body: { routerId: router },
  });
  expect(offered.map((one: { number: string }) => one.number)).toEqual(['', ...numbers.map((one) => one.number)]);
});

test('[CC-12] a number that people stopped answering rests, and comes back', async () => {
  const { ana, set, ask, numbers, tenantId } = await aPool('fixed', { restAfter: 2 });
  await set();
  const call = async (answered: boolean) => {
    aheadMs += 1_000;
    const shown = await shownTo(ana);
    await plans.outboundEnded(tenantId, ana.member.userId, '525512345678', answered);
    return shown;
  };
  const [first, second] = numbers.map((one) => one.number);
  expect([await call(false), await call(true), await call(false), await call(false), await call(false)]).toEqual([
    first,
    first,
    first,
    first,
    second,
  ]);
  const rests = (await ask('numberPool', {})).data.numbers[0];
  expect([rests.unanswered, rests.restsUntil !== null || aheadMs > 0]).toEqual([2, true]);
  aheadMs += 31 * 60_000;
  expect(await call(true)).toBe(first);
  expect(await call(true)).toBe(first);
});

test('[CC-12] a call that was not answered and one that begins, both paid for and showing one number, never block each other', async () => {
  const { ana, set, numbers, tenantId } = await aPool('fixed');
  await set();
  await paysForCalls(db, tenantId, { balanceE4: 100_000 });
  expect(await shownTo(ana)).toBe(numbers[0]!.number);
  const ended: Promise<void>[] = [];
  await db.tenant({ tenantId }, async (tx) => {
    // A plan keeps money, and then counts the number it shows.
    await sql`select money_hold_take('next', 'next', 600, '{}', now() + interval '1 minute')`.execute(tx.as());
    const {
      rows: [me],
    } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as());
    ended.push(plans.outboundEnded(tenantId, ana.member.userId, '525512345678', false, { chargeRef: 'before' }));
    const waiting = () => run(sql`select 1 from pg_stat_activity where ${me!.pid} = any(pg_blocking_pids(pid))`);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    await sql`update router_number set last_shown_at = now() where number = ${numbers[0]!.number}`.execute(tx.as());
  });
  await Promise.all(ended);
});

test('[CC-12] a pool takes numbers of ours only, bound to no other route, and tells who was quicker', async () => {
  const { tenantId, set, ask, numbers } = await aPool('fixed');
  const other = await aTenantWithLines(server);
  const theirs = await aDid(other.tenantId);
  expect((await set({ numbers: [{ kind: 'did', id: theirs.id }] })).code).toBe(23804);
  expect((await set({ numbers: [numbers[0], numbers[0]] })).code).toBe(400);
  const { rows } = (await run(
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'World', 4) returning id`,
  )) as { rows: { id: number }[] };
  const { rows: bound } = (await run(
    sql`insert into external_number (tenant_id, number, router_id) values (${tenantId}, ${`5298${tenantId}`}, ${rows[0]!.id}) returning id`,
  )) as { rows: { id: number }[] };
  expect((await set({ numbers: [{ kind: 'external', id: bound[0]!.id }] })).code).toBe(23804);
  expect((await set({ routerId: other.router })).code).toBe(404);
  expect((await ask('numberPool', { routerId: other.router })).code).toBe(404);
  expect((await set()).code).toBe(0);
  expect((await set()).code).toBe(20002);
});

test('[CC-12] of two thousand numbers a call reads a few, and the one chosen is the one all of them would give', async () => {
  const { tenantId, router } = await aTenantWithLines(server);
  await run(sql`
    insert into did_number (tenant_id, number, country_iso2, carrier)
    select ${tenantId}, case when n % 3 = 0 then '1415' else '5255' end || ${String(tenantId)} || lpad(n::text, 5, '0'), case when n % 3 = 0 then 'US' else 'MX' end, 'rehearsal' from generate_series(1, 2000) n`);
  await run(sql`
    insert into router_number (tenant_id, router_id, position, did_number_id, number, country_iso2, shown_on, shown, last_shown_at, unanswered, last_ended_at)
    select tenant_id, ${router}, row_number() over (order by id) - 1, id, number, country_iso2, current_date, (id * 7) % 11,
      case when id % 10 <> 0 then now() - (id * 13) % 997 * interval '1 second' end, (id * 5) % 9, now()
    from did_number where tenant_id = ${tenantId}`);
  await run(sql`update router set rest_after = 4 where id = ${router}`);
  const nowMs = Date.now();
  const all = await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<ShownRow>`
      select p.number, p.country_iso2 "countryIso2", null "routerId", false "isOfGroup",
        json_build_array(json_build_object('routerId', p.router_id, 'position', p.position, 'shownToday', p.shown,
          'lastShownMs', (extract(epoch from p.last_shown_at) * 1000)::float8,
          'restsUntilMs', (case when p.unanswered >= 4 then extract(epoch from p.last_ended_at + interval '60 minutes') * 1000 end)::float8)) pools
      from router_number p`.execute(tx.as());
    return rows.map(shownNumberOf);
  });
  expect(all).toHaveLength(2_000);
  const first = (numbers: readonly ShownNumber[], order: ReturnType<typeof poolOrder>) =>
    numbers.filter(({ pools }) => pools.length > 0).sort(order)[0]!.number;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...numberStrategies),
      fc.constantFrom('525512345678', '525598765432', '14155550199', '31205550100'),
      async (strategy, number) => {
        const country = number.startsWith('52') ? 'MX' : number.startsWith('1') ? 'US' : 'NL';
        const few = await db.tenant({ tenantId }, async (tx) => {
          await sql`update router set number_strategy = ${strategy} where id = ${router}`.execute(tx.as());
          const asked = { userId: 0, number, country, routerId: 0, shown: '', purpose: 'manual' as const, nowMs };
          const found = await sql<{
            shown: { numbers: ShownRow[] };
          }>`select ${shownNumbers(shownValues(asked))} shown`.execute(tx.as());
          return found.rows[0]!.shown.numbers.map(shownNumberOf);
        });
        expect(few.length).toBeLessThanOrEqual(5);
        const order = poolOrder(strategy, { routerId: router, number, country, nowMs });
        expect(first(few, order)).toBe(first(all, order));
      },
    ),
    { numRuns: 40 },
  );
});
