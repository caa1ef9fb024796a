import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoServer } from '#test/demo-server.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';

const { server } = await demoServer();
const rows = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
  server.world.db.everyTenant('what the demo made', async (tx) => (await query.execute(tx.as())).rows as Row[]);

test('each team of the demo has a campaign of every kind: people call from one, the others wait for somebody to start them', async () => {
  expect(
    await rows(sql`select kind, state, customers, pause_reason "pauseReason", c.customers = (select count(*) from campaign_customer x where x.campaign_id = c.id) counted,
      c.completed = (select count(*) from campaign_customer x where x.campaign_id = c.id and task_state = 1) done from campaign c order by tenant_id, id`),
  ).toEqual(
    [0, 1].flatMap(() => [
      { kind: 'preview', state: 'running', customers: 40, pauseReason: null, counted: true, done: true },
      { kind: 'dialer', state: 'paused', customers: 200, pauseReason: 1, counted: true, done: true },
      { kind: 'ai', state: 'paused', customers: 40, pauseReason: 1, counted: true, done: true },
    ]),
  );
});

test.each(['dialer', 'ai'])(
  'of yesterday’s calls of the %s campaign some were answered, some were not, and all are over',
  async (kind) => {
    const calls = await rows<{ status: FinalCallStatus; calls: number; open: number; agents: number }>(
      sql`select a.status, count(*)::int calls, count(*) filter (where a.ended_at is null)::int as open, count(a.user_id)::int agents
      from campaign_attempt a join campaign c on c.id = a.campaign_id where c.kind = ${kind} group by 1`,
    );
    const all = calls.reduce((sum, one) => sum + one.calls, 0);
    const talked = calls.find(({ status }) => status === FinalCallStatus.talked)!;
    expect(talked.calls / all).toBeGreaterThan(0.3);
    expect(talked.calls / all).toBeLessThan(0.8);
    expect(talked.agents > 0).toBe(kind === 'dialer');
    expect(calls.length, 'different ends').toBeGreaterThanOrEqual(4);
    expect(calls.every(({ open }) => open === 0)).toBe(true);
  },
);

test('enough are left to see a dialler work, and they may be called now', async () => {
  const [left] = await rows<{ dialer: number; ai: number }>(
    sql`select count(*) filter (where c.kind = 'dialer')::int dialer, count(*) filter (where c.kind = 'ai')::int ai
      from campaign_customer x join campaign c on c.id = x.campaign_id
      where x.task_state = 0 and x.next_at < now() and c.tenant_id = (select min(tenant_id) from campaign)`,
  );
  expect(left!.dialer).toBeGreaterThan(120);
  expect(left!.ai).toBeGreaterThan(20);
});
