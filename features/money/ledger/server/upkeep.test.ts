import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openLog } from '#platform/server/log.ts';
import { takeHold } from './holds.ts';
import { aPayingTenant, aPrice, aRecord, entriesOf, moneyIn } from './ledger.fixture.ts';
import { moneyOf, type Posting } from './money-of.ts';
import { compareBooks, sweepHolds } from './upkeep.ts';

const server = await testServer();
afterAll(server.close);
const { world } = server;
const { db, clock } = world;
const post = (tenantId: number, posting: Posting) => db.tenant({ tenantId }, (tx) => moneyOf(tx).post(posting));
const hold = (tenantId: number, callId: string, until: Date) =>
  db.tenant({ tenantId }, (tx) =>
    takeHold({ ref: callId, callId, amountE4: 1_200, price: aPrice(), until }).execute(tx.as()),
  );

test('[CC-11] holds nobody held on to are given back; those of calls the book has open stay, those of ended ones are charged', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  const past = new Date(clock.nowMs() - 1_000);
  for (const callId of ['lost', 'open', 'over']) await hold(tenantId, callId, past);
  await hold(tenantId, 'fresh', new Date(clock.nowMs() + 600_000));
  await aRecord(db, tenantId, 'open');
  // As if a leg had been planned when the record was closed already.
  await aRecord(db, tenantId, 'over', clock.nowMs());
  await hold(tenantId, 'over', past);
  await db.tenant({ tenantId }, (tx) =>
    sql`select money_hold_answered('over', now() - interval '5 seconds')`.execute(tx.as()),
  );
  await sweepHolds(world).run(undefined as never);
  await sweepHolds(world).run(undefined as never);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ hold: string }>`select ref || ' ' || amount_e4 hold from money_hold order by ref`.execute(tx.as()),
  );
  // Of the lost one only is known what it would cost, should its record come after all.
  expect(rows.map(({ hold: what }) => what)).toEqual(['fresh 1200', 'lost 0', 'open 1200']);
  expect((await entriesOf(db, tenantId)).slice(1)).toMatchObject([{ ref: 'over', amount: -1_200 }]);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 98_800, heldE4: 2_400 });
});

test('[TASK-05] a call whose hold was given back, because its record could not be written for long, is charged when the record comes', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  const sweep = (moment: number) =>
    db.everyTenant('sweep', (tx) => sql`select money_sweep(${new Date(moment)}, 100)`.execute(tx.as()));
  const nowMs = clock.nowMs();
  const marks = JSON.stringify([{ ref: 'late', answeredMs: nowMs - 130_000, endedMs: nowMs - 10_000 }]);
  await hold(tenantId, 'late', new Date(nowMs - 1_000));
  await hold(tenantId, 'never', new Date(nowMs - 1_000));
  await sweep(nowMs);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 100_000, heldE4: 0 });
  await db.tenant({ tenantId }, (tx) => sql`select money_hold_marks(${marks}::jsonb)`.execute(tx.as()));
  await aRecord(db, tenantId, 'late', nowMs);
  expect((await entriesOf(db, tenantId)).slice(1)).toMatchObject([
    { ref: 'late', amount: -2_400, detail: { seconds: 120 } },
  ]);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 97_600, heldE4: 0 });
  await sweep(nowMs + 4 * 86_400_000);
  const { rows } = await db.tenant({ tenantId }, (tx) => sql`select from money_hold`.execute(tx.as()));
  expect(rows).toEqual([]);
});

test('[CC-11] the sweep waits for whoever has the account before it touches a hold of it', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  await hold(tenantId, 'open', new Date(clock.nowMs() - 1_000));
  await aRecord(db, tenantId, 'open');
  const marks = JSON.stringify([{ ref: 'open', answeredMs: 1_000 }]);
  const swept = await db.tenant({ tenantId }, async (tx) => {
    await sql`select last_entry_booked()`.execute(tx.as());
    const sweeping = sweepHolds(world).run(undefined as never);
    await vi.waitFor(async () => {
      const { rows } = await db.everyTenant('who waits', (other) =>
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%money_sweep%' and datname = current_database()`.execute(
          other.as(),
        ),
      );
      expect(rows).toHaveLength(1);
    });
    // With the hold in the sweep's hand, and the account in ours, both would wait for ever.
    await sql`select money_hold_marks(${marks}::jsonb)`.execute(tx.as());
    return { sweeping };
  });
  await swept.sweeping;
});

test('[CC-11] a record that is written reads no holds but its own', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  await db.everyTenant('many calls', (tx) =>
    sql`insert into money_hold (tenant_id, ref, call_id, amount_e4, price, expires_at)
      select ${tenantId}, 'many-' || n, 'many-' || n, 0, '{}', now() + interval '1 day' from generate_series(1, 3000) n`.execute(
      tx.as(),
    ),
  );
  await db.everyTenant('as it is', (tx) => sql`analyze money_hold`.execute(tx.as()));
  const { rows } = await db.everyTenant('records', async (tx) => {
    await sql`insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, customer_number, our_number)
      select ${tenantId}, 'many-' || n, 'n', 'outbound', now(), now(), '1', '2' from generate_series(1, 20) n`.execute(
      tx.as(),
    );
    return sql<{ read: number }>`
      select seq_tup_read::int "read" from pg_stat_xact_user_tables where relname = 'money_hold'`.execute(tx.as());
  });
  expect(rows).toEqual([{ read: 0 }]);
});

test('[CC-11] an account that is not the sum of its entries is told as an error and counted, and never mended', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  const lines: string[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(line) } as never);
  const compare = compareBooks({ db, log, metrics: world.metrics });
  await compare.run(undefined as never);
  const differences = async () =>
    (await world.metrics.registry.getSingleMetric('openseat_ledger_differences')!.get()).values[0]?.value;
  expect(await differences()).toBe(0);
  await db.everyTenant('somebody wrote past the functions', (tx) =>
    sql`update money_account set balance_e4 = balance_e4 + 5 where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  await compare.run(undefined as never);
  expect(await differences()).toBe(1);
  expect(lines.join('')).toContain('not the sum');
  expect((await moneyIn(db, tenantId)).balanceE4).toBe(100_005);
  await db.everyTenant('put right', (tx) =>
    sql`update money_account set balance_e4 = balance_e4 - 5 where tenant_id = ${tenantId}`.execute(tx.as()),
  );
});

test('[CC-11] owners are told of little money once until there is enough again, on their pages and by mail', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  const owner = await aMember(db, tenantId, { isOwner: true });
  await aMember(db, tenantId);
  const mails = async () =>
    (await world.outbox!.list(100)).filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  const level = await server.ask('POST', '/cc/api/ledger/v1/warnBelow', {
    token: owner.token,
    body: { amountE4: 50_000 },
  });
  expect(level.code).toBe(0);
  const low = async () =>
    (await server.ask('GET', '/cc/api/ledger/v1/account', { token: owner.token })).data as { isLow: boolean };
  expect((await low()).isLow).toBe(false);
  await post(tenantId, { kind: 'sms', amountE4: 60_000, ref: '1' });
  await post(tenantId, { kind: 'sms', amountE4: 1_000, ref: '2' });
  expect((await low()).isLow).toBe(true);
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), { timeout: 10_000 });
  await post(tenantId, { kind: 'topUp', amountE4: 100_000, ref: 'bank' });
  expect((await low()).isLow).toBe(false);
  await post(tenantId, { kind: 'sms', amountE4: 100_000, ref: '3' });
  await vi.waitFor(async () => expect(await mails()).toHaveLength(2), { timeout: 10_000 });
});
