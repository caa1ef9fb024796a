import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { moneyNow, paysForCalls } from '#features/money/charges/server/charges.fixture.ts';
import { houseOfTests, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony } = house;

const LOOKS = '/* the test looks */';

/** So many calls are over and everything about them is done. */
async function written(tenantId: number, calls: number): Promise<void> {
  await house.settled();
  await soon(async () => {
    const { rows } = await db.pool.query<{ ended: number }>(
      `${LOOKS} select count(*)::int ended from call_record where tenant_id = $1 and ended_at is not null`,
      [tenantId],
    );
    return rows[0]!.ended;
  }).toBe(calls);
  await house.settled();
}

/** Journeys to the database, until something rings and until everything is written down. */
async function journeysOf(tenantId: number, call: () => Promise<unknown>): Promise<{ toRing: number; inAll: number }> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const made = (): number => asked.mock.calls.filter(([query]) => !String(query).startsWith(LOOKS)).length;
  let toRing = 0;
  const ring = vi.spyOn(telephony, 'ring').mockImplementationOnce((...rung) => {
    toRing = made();
    return telephony.ring(...rung);
  });
  try {
    await call();
    await written(tenantId, 2);
    return { toRing, inAll: made() };
  } finally {
    ring.mockRestore();
    asked.mockRestore();
  }
}

/** What is looked up once a minute, and recordings, are not of the call. */
async function rested(tenantId: number, call: () => Promise<unknown>): Promise<void> {
  await db.everyTenant('no recordings', (tx) =>
    sql`update agent set record_calls = false, wrap_up = false where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  await call();
  await written(tenantId, 1);
}

async function callsColleague(caller: Agent, callee: Agent): Promise<void> {
  await soon(() => house.agentNow(callee).whyNotRoutable).toBeNull();
  const leg = house.dials(caller, callee.sipNum);
  await house.takes(callee);
  telephony.hangsUp(leg);
}

test('[CC-12] a colleague rings after three journeys to the database, the record’s among them, and the whole call takes no more than 14', async () => {
  const [{ tenantId }, ana, bea] = await aTeam(2);
  await rested(tenantId, () => callsColleague(ana, bea));
  const { toRing, inAll } = await journeysOf(tenantId, () => callsColleague(ana, bea));
  expect(toRing).toBeLessThanOrEqual(3);
  expect(inAll).toBeLessThanOrEqual(14);
});

test('[CC-12] a number outside rings after four journeys to the database, the record’s among them, and the whole call takes no more than 14', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  const calls = async () => {
    const leg = house.dials(ana, '+525512345678');
    await soon(() => house.agentNow(ana).call).not.toBeNull();
    telephony.hangsUp(leg);
    await soon(() => house.agentNow(ana).call).toBeNull();
  };
  await rested(tenantId, calls);
  const { toRing, inAll } = await journeysOf(tenantId, calls);
  expect(toRing).toBeLessThanOrEqual(4);
  expect(inAll).toBeLessThanOrEqual(14);
});

test('[CC-12] [TASK-05] where calls have a price, one journey more keeps the money for it, and what came to nothing is given back', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await paysForCalls(db, tenantId, { balanceE4: 1_000 });
  const calls = async () => {
    const leg = house.dials(ana, '+525512345678');
    await soon(() => house.agentNow(ana).call).not.toBeNull();
    telephony.hangsUp(leg);
    await soon(() => house.agentNow(ana).call).toBeNull();
  };
  await rested(tenantId, calls);
  const { toRing, inAll } = await journeysOf(tenantId, calls);
  expect(toRing).toBeLessThanOrEqual(5);
  expect(inAll).toBeLessThanOrEqual(15);
  await soon(() => moneyNow(db, tenantId)).toEqual({ balanceE4: 1_000, heldE4: 0, charged: [] });
});
