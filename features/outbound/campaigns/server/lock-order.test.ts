import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aCall, playCall } from '#features/voice/call-records/server/calls.fixture.ts';
import { CALL_ENDED, CALL_STARTED } from '#features/voice/call-records/contract.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Subscription } from '#platform/server/feature.ts';
import { openLog } from '#platform/server/log.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { CampaignFields } from '../contract.ts';
import { attemptsRepo } from './attempts.repo.ts';
import { campaignCallEvents } from './call-events.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { mayCallNow } from './may-call-now.ts';
import { membersRepo } from './members.repo.ts';
import { campaignCalls } from './task-calls.ts';

const { db, close } = await testDb();
// Nobody runs the jobs of this database but the test.
const book = openCallBook({ db, files: {} as never, log: openLog('silent') });
afterAll(async () => {
  await book.stop();
  await close();
});
/** A Wednesday, noon in Mexico City. */
const NOON = Date.UTC(2026, 10, 18, 18);
const number = '525510000000';
const others = ['525510000001', '525510000002'];

/** A preview task that runs, with customers of this agent. */
async function aTask(numbers: readonly string[] = [number]) {
  const tenantId = await aTenant(db);
  const { userId } = await aMember(db, tenantId);
  const campaign = await db.tenant({ tenantId }, async (tx) => {
    const { id } = await campaignsRepo(tx).add('preview', CampaignFields.parse({ name: 'Renewals' }), {
      userId: null,
      name: 'Ana',
    });
    const rest = { customerId: null, country: 'MX', name: 'Lucía', timeZone: '', columns: {} };
    await membersRepo(tx).add(
      id,
      numbers.map((one) => ({ ...rest, number: one, consent: 1, priority: 5, agentId: userId })),
      null,
    );
    await campaignsRepo(tx).setState(id, 'running', null);
    return (await campaignsRepo(tx).find(id))!;
  });
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> => db.tenant({ tenantId }, work);
  const events = campaignCallEvents({ db, clock: { nowMs: () => NOON } as never }) as Record<string, Subscription>;
  return {
    tenantId,
    userId,
    campaign,
    inTenant,
    /** An attempt on whoever has this number; its call left, and nobody knows its id. */
    anAttempt: (to = number): Promise<number> =>
      inTenant(async (tx) => {
        const member = (await membersRepo(tx).called(campaign.id, to, null))!;
        const { id: memberId, customerId } = member;
        const of = { campaignId: campaign.id, memberId, customerId, number: to, userId, nowMs: NOON };
        return attemptsRepo(tx).begin({ ...of, leaving: { callId: null } });
      }),
    /** A call of this task that stands in the book, ended. */
    aCallTo: (to = number): Promise<string> =>
      playCall(
        book,
        aCall(tenantId, {
          direction: 'outbound',
          startedMs: NOON,
          customerNumber: to,
          userId,
          sipNum: '7',
          task: { taskId: String(campaign.id), taskName: campaign.name, customerId: null },
        }),
        [[3, { type: 'customerRang' }]],
        20,
        { outcome: 'busy', cause: 'busy', endedBy: 'customer' },
      ),
    started: (callIds: string[]) => events[CALL_STARTED]!.run({ tenantId, callIds } as never),
    ended: (callId: string) => events[CALL_ENDED]!.run({ tenantId, callId } as never),
    attempts: () =>
      inTenant(
        async (tx) =>
          (
            await sql<{ id: number; call: string | null; isOver: boolean }>`
              select id, call_id call, ended_at is not null "isOver" from campaign_attempt order by id`.execute(tx.as())
          ).rows,
      ),
  };
}

/** The number of this connection among those of the database. */
const ownPid = async (tx: TenantTx): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as())).rows[0]!.pid;

/** Work that is begun while somebody holds what it needs; answers once it waits for them, or is done without. */
async function meets<T>(pid: number, begin: () => Promise<T>): Promise<{ done: Promise<T>; hasWaited: boolean }> {
  let isDone = false;
  const done = begin().finally(() => (isDone = true));
  // Whoever begins it awaits it later.
  done.catch(() => {});
  let hasWaited = false;
  await expect
    .poll(async () => (hasWaited = (await waitingFor(pid)) > 0) || isDone, { timeout: 20_000, interval: 10 })
    .toBe(true);
  return { done, hasWaited };
}

/** How many wait for what this one holds. */
const waitingFor = async (pid: number): Promise<number> =>
  (
    await db.everyTenant('who waits', (tx) =>
      sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(tx.as()),
    )
  ).rows.length;

test('[TASK-01] page and phone that dial the same customer in one moment wait in one order, and both get their answer', async () => {
  const { tenantId, userId, campaign } = await aTask();
  const isHeld = Promise.withResolvers<void>();
  const page = db.tenant({ tenantId }, async (tx) => {
    const member = (await membersRepo(tx).called(campaign.id, number, null))!;
    await membersRepo(tx).find(member.id, { locked: true });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as());
    isHeld.resolve();
    await expect.poll(() => waitingFor(rows[0]!.pid), { timeout: 20_000 }).toBeGreaterThan(0);
    return mayCallNow(tx, campaign, member, NOON, { counts: true, attemptId: null, userId });
  });
  await isHeld.promise;
  const call = { taskId: String(campaign.id), customerId: null, number, userId, callId: null };
  const phone = db.tenant({ tenantId }, (tx) =>
    campaignCalls({ clock: { nowMs: () => NOON } as never }).leaving(tx, call),
  );
  expect(await page).toMatchObject({ allowed: true });
  expect(await phone).toMatchObject({ taskName: 'Renewals' });
});

test('[TASK-01] a call told of while another call to the same customer takes its attempt waits for it, and gets its own', async () => {
  const { inTenant, anAttempt, aCallTo, ended, attempts } = await aTask();
  const [first, second] = [await anAttempt(), await anAttempt()];
  const [one, other] = [await aCallTo(), await aCallTo()];
  const met = await inTenant(async (tx) => {
    // As another job does that hears of the first call in this moment.
    await sql`select 1 from campaign_customer where number = ${number} for no key update`.execute(tx.as());
    await sql`select 1 from campaign_attempt order by id for update`.execute(tx.as());
    const meeting = await meets(await ownPid(tx), () => ended(other));
    await sql`update campaign_attempt set call_id = ${one} where id = ${first}`.execute(tx.as());
    return meeting;
  });
  await met.done;
  expect(met.hasWaited).toBe(true);
  expect(await attempts()).toEqual([
    { id: first, call: one, isOver: false },
    { id: second, call: other, isOver: true },
  ]);
});

test('[TASK-01] the end of a call waits for its customer with nothing in hand', async () => {
  const { inTenant, anAttempt, aCallTo, started, ended, attempts } = await aTask();
  const [id, call] = [await anAttempt(), await aCallTo()];
  await started([call]);
  const met = await inTenant(async (tx) => {
    await sql`select 1 from campaign_customer where number = ${number} for no key update`.execute(tx.as());
    const meeting = await meets(await ownPid(tx), () => ended(call));
    // Whoever has the customer comes to their attempt, too.
    await sql`select 1 from campaign_attempt where id = ${id} for update`.execute(tx.as());
    return meeting;
  });
  await met.done;
  expect(met.hasWaited).toBe(true);
  expect(await attempts()).toEqual([{ id, call, isOver: true }]);
});

test('[TASK-01] several calls told of at once take their customers in one order', async () => {
  const { inTenant, anAttempt, aCallTo, started, attempts } = await aTask(others);
  const [low, high] = others as [string, string];
  for (const to of others) await anAttempt(to);
  const [toHigh, toLow] = [await aCallTo(high), await aCallTo(low)];
  const met = await inTenant(async (tx) => {
    await sql`select 1 from campaign_customer where number = ${low} for no key update`.execute(tx.as());
    const meeting = await meets(await ownPid(tx), () => started([toHigh, toLow]));
    await sql`select 1 from campaign_customer where number = ${high} for no key update`.execute(tx.as());
    return meeting;
  });
  await met.done;
  expect(met.hasWaited).toBe(true);
  expect((await attempts()).map(({ call }) => call)).toEqual([toLow, toHigh]);
});

test('[TASK-01] an attempt that leaves with a call whose id is known is that call’s, whichever is heard of first', async () => {
  const { inTenant, userId, campaign, aCallTo, ended, attempts } = await aTask();
  const [first, second] = [await aCallTo(), await aCallTo()];
  const { leaving } = campaignCalls({ clock: { nowMs: () => NOON } as never });
  const dial = (callId: string) =>
    inTenant((tx) => leaving(tx, { taskId: String(campaign.id), customerId: null, number, userId, callId }));
  for (const callId of [first, second]) expect(await dial(callId)).toMatchObject({ taskName: 'Renewals' });
  await ended(second);
  expect((await attempts()).map(({ call, isOver }) => [call, isOver])).toEqual([
    [first, false],
    [second, true],
  ]);
});
