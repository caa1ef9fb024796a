import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { CampaignFields } from '../contract.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { hasOrder, memberOrders } from './member-orders.ts';
import { membersRepo } from './members.repo.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** A campaign with customers, and statements on them. */
async function aList(customers: number) {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const run = <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    db.tenant({ tenantId }, async (tx) => (await query.execute(tx.as())).rows as Row[]);
  const id = await db.tenant({ tenantId }, async (tx) => {
    const fields = CampaignFields.parse({ name: 'Renewals' });
    const row = await campaignsRepo(tx).add('ai', fields, { userId: null, name: 'Ana' });
    const people = Array.from({ length: customers }, (_, n) => ({
      customerId: null,
      number: `5255${10_000_000 + n}`,
      country: 'MX',
      name: '',
      timeZone: '',
      columns: {},
      consent: 1 as const,
      priority: 5,
      agentId: null,
    }));
    await membersRepo(tx).add(row.id, people, null);
    await campaignsRepo(tx).count(row.id, { customers });
    return row.id;
  });
  return { tenantId, id, run };
}

test('[TASK-04] the tally of a campaign is what its calls that are over come to, whatever happens to them', async () => {
  const { id, run } = await aList(40);
  const same = async (): Promise<void> => {
    const sums = sql`calls, taken, answered, abandoned, machines, connected, talk_sec "talkSec"`;
    const counted = await run(sql`
      select slot, status, ai_result "aiResult", ${sums} from (
        select date_bin('15 minutes', began_at, 'epoch') slot, status, coalesce(ai_result, 0)::smallint ai_result, count(*)::int calls, count(answered_at)::int taken,
          count(*) filter (where answered_at is not null and not by_machine)::int answered, count(abandoned_at)::int abandoned, count(*) filter (where by_machine)::int machines,
          count(connected_at)::int connected, sum(talk_sec) talk_sec
        from campaign_attempt where ended_at is not null group by 1, 2, 3) one order by 1, 2, 3`);
    const kept = await run(
      sql`select slot, status, ai_result "aiResult", ${sums} from campaign_tally where calls <> 0 order by 1, 2, 3`,
    );
    expect(kept).toEqual(counted);
  };
  await run(sql`
    insert into campaign_attempt (campaign_id, member_id, number, call_id, status, began_at, ended_at)
    select ${id}, id, number, 'c' || id, 3, now() - id % 5 * interval '11 minutes', case when id % 7 = 0 then now() end from campaign_customer`);
  await same();
  await run(sql`update campaign_attempt set status = 4, rang_at = now() where id % 2 = 0`);
  await same();
  await run(sql`
    update campaign_attempt set status = 6 + id % 3, ended_at = now(), answered_at = now(), by_machine = id % 4 = 0, connected_at = case when id % 3 = 0 then now() end,
      abandoned_at = case when id % 5 = 0 then now() end, talk_sec = id % 90 where id % 2 = 0`);
  await same();
  await run(sql`update campaign_attempt set ai_result = 1 + id % 3 where id % 4 = 0`);
  await same();
  await run(sql`delete from campaign_attempt where id % 6 = 0`);
  await same();
});

test('[TASK-04] how far orders are is counted and found as it is told of each of them', async () => {
  const { id, tenantId, run } = await aList(30);
  await run(sql`update campaign_customer set attempts = 1 where id % 5 = 1`);
  await run(sql`update campaign_customer set is_set_aside = true where id % 5 = 2`);
  await run(sql`update campaign_customer set task_state = 1, closed_by = 'result' where id % 5 = 3`);
  await run(sql`update campaign_customer set task_state = 1, closed_by = 'stopped' where id % 10 = 4`);
  await run(sql`
    insert into campaign_attempt (campaign_id, member_id, number, call_id, status) select ${id}, id, number, 'u' || id, 3 from campaign_customer where id % 10 = 0`);
  await run(sql`update campaign set completed = (select count(*) from campaign_customer where task_state = 1)`);
  for (const state of ['running', 'completed']) {
    await run(sql`update campaign set state = ${state}`);
    const tallies = await opened.db.tenant({ tenantId }, async (tx) => {
      const ids = (await sql<{ id: number }>`select id from campaign_customer`.execute(tx.as())).rows.map(
        (row) => row.id,
      );
      const orders = [...(await memberOrders(tx, id).of(ids)).values()];
      const counts = new Map((await memberOrders(tx, id).counts()).map(({ order, customers }) => [order, customers]));
      const found = new Map<number, number>();
      for (const { code } of AiOrderStatus.rows)
        found.set(
          code,
          (
            await sql<{ count: number }>`
              select count(*) count from campaign_customer x where x.campaign_id = ${id} and ${hasOrder(id, code)}`.execute(
              tx.as(),
            )
          ).rows[0]!.count,
        );
      return AiOrderStatus.rows.map(({ code }) => ({
        each: orders.filter((order) => order === code).length,
        counted: counts.get(code) ?? 0,
        found: found.get(code),
      }));
    });
    for (const { each, counted, found } of tallies) expect([counted, found]).toEqual([each, each]);
  }
});
