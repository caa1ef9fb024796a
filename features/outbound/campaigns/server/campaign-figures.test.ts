import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { TenantTx } from '#platform/server/db/db.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { CampaignFields } from '../contract.ts';
import { previewResultOf } from '../core/attempt-end.ts';
import { attemptsRepo } from './attempts.repo.ts';
import { campaignFigures, type CampaignFigures } from './campaign-figures.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { closeMember, reopenMember } from './close-member.ts';
import { memberDeeds } from './member-deeds.repo.ts';
import { memberMoves } from './member-moves.repo.ts';
import { membersRepo } from './members.repo.ts';

const { db, close } = await testDb();
afterAll(close);
/** A Wednesday, noon in Mexico City. */
const NOON = Date.UTC(2026, 10, 18, 18);
const ZONE = 'America/Mexico_City';
const CUSTOMERS = 12;

/** Every figure, counted by walking over every customer and every call. */
async function walked(tx: TenantTx, id: number): Promise<CampaignFigures> {
  const one = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    (await query.execute(tx.as())).rows as Row[];
  const ours = sql`campaign_id = ${id} and closed_by is distinct from 'removed'`;
  const [people] = await one<
    Omit<CampaignFigures, 'results' | 'agents' | 'days' | 'calls' | 'connected' | 'talkSec'>
  >(sql`
    select count(*)::int customers, count(*) filter (where task_state = 1)::int completed, count(*) filter (where closed_by = 'skipped')::int skipped,
      count(*) filter (where agent_id is null and task_state = 0)::int unassigned, count(*) filter (where is_follow_up and task_state = 0)::int "followUps"
    from campaign_customer where ${ours}`);
  const over = sql`campaign_id = ${id} and result is not null and ended_at is not null`;
  const sums = sql`count(*)::int calls, count(*) filter (where result = 1)::int connected`;
  const [calls] = await one<Pick<CampaignFigures, 'calls' | 'connected' | 'talkSec'>>(
    sql`select ${sums}, coalesce(sum(talk_sec), 0)::int "talkSec" from campaign_attempt where ${over}`,
  );
  return {
    ...people!,
    ...calls!,
    results: await one(sql`
      select r.result, (select count(*)::int from campaign_customer x where x.result = r.result and ${ours}) customers
      from unnest('{0,1,2,3}'::smallint[]) r (result) order by 1`),
    agents: await one(sql`
      select u "agentId", m.nick_name "agentName", coalesce(c.customers, 0)::int customers, coalesce(c.completed, 0)::int completed,
        coalesce(a.calls, 0) calls, coalesce(a.connected, 0) connected, coalesce(a."talkSec", 0)::int "talkSec"
      from (select agent_id u, count(*) customers, count(*) filter (where task_state = 1) completed from campaign_customer where ${ours} and agent_id is not null group by 1) c
      full join (select user_id u, ${sums}, sum(talk_sec) "talkSec" from campaign_attempt where ${over} and user_id is not null group by 1) a using (u)
      left join member m on m.user_id = u order by 5 desc, 1`),
    days: await one(sql`
      select to_char(began_at at time zone ${ZONE}, 'YYYY-MM-DD') as day, ${sums} from campaign_attempt where ${over} group by 1 order by 1`),
  };
}

const nth = fc.nat(CUSTOMERS - 1);
const deed = fc.record({
  do: fc.constantFrom(
    ...([
      'call',
      'call',
      'end',
      'end',
      'unsure',
      'close',
      'skip',
      'reopen',
      'give',
      'free',
      'promise',
      'result',
      'remove',
    ] as const),
  ),
  whom: nth,
  who: fc.nat(2),
  status: fc.constantFrom(...FinalCallStatus.rows.map(({ code }) => code)),
  hoursAgo: fc.nat(60),
  talkSec: fc.nat(300),
});
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

/** A preview task, its customers, and who works on it. */
async function aTask() {
  const tenantId = await aTenant(db);
  const agents: number[] = [];
  for (const _ of [0, 1, 2]) agents.push((await aMember(db, tenantId)).userId);
  const id = await db.tenant({ tenantId }, async (tx) => {
    const fields = CampaignFields.parse({ name: 'Renewals' });
    const { id: made } = await campaignsRepo(tx).add('preview', fields, { userId: null, name: 'Ana' });
    const people = Array.from({ length: CUSTOMERS }, (_, n) => ({
      customerId: null,
      number: `5255${10_000_000 + n}`,
      country: 'MX',
      name: '',
      timeZone: '',
      columns: {},
      consent: 1 as const,
      priority: 5,
      agentId: n % 4 === 0 ? null : agents[n % 3]!,
    }));
    await membersRepo(tx).add(made, people, null);
    await campaignsRepo(tx).count(made, { customers: CUSTOMERS });
    await campaignsRepo(tx).setState(made, 'running', null);
    return made;
  });
  return { tenantId, id, agents };
}

/** What people and calls do with a customer. */
async function happens(tx: TenantTx, { id, agents }: { id: number; agents: number[] }, one: Deed): Promise<void> {
  const [userId, beganMs] = [agents[one.who]!, NOON - one.hoursAgo * 3_600_000];
  const run = (query: ReturnType<typeof sql>) => query.execute(tx.as());
  const [row] = (
    await run(sql`select x.id, x.number, (select max(a.id) from campaign_attempt a where a.member_id = x.id and a.ended_at is null) attempt
      from campaign_customer x where x.campaign_id = ${id} and x.number = ${`5255${10_000_000 + one.whom}`} and x.closed_by is distinct from 'removed'`)
  ).rows as { id: number; number: string; attempt: number | null }[];
  if (!row) return;
  const member = { id: row.id, campaignId: id };
  const begun = { campaignId: id, memberId: row.id, customerId: null, number: row.number, userId, nowMs: beganMs };
  const ends = (result: 1 | 2 | 3 | null) =>
    row.attempt === null
      ? null
      : attemptsRepo(tx).end(row.attempt, { status: one.status, result, talkSec: one.talkSec, endedMs: NOON });
  switch (one.do) {
    case 'call':
      return void (await attemptsRepo(tx).begin(begun));
    case 'end':
      await ends(previewResultOf(one.status) as 1 | 2 | 3);
      return memberMoves(tx).noteCall(row.id, previewResultOf(one.status), NOON);
    case 'unsure':
      return void (await ends(null));
    case 'close':
      return closeMember(tx, member, 'result', userId, NOON);
    case 'skip':
      return closeMember(tx, member, 'skipped', userId, NOON, 'later');
    case 'reopen':
      return reopenMember(tx, member, NOON);
    case 'give':
      return void (await run(sql`update campaign_customer set agent_id = ${userId} where id = ${row.id}`));
    case 'free':
      return void (await run(sql`update campaign_customer set agent_id = null where id = ${row.id}`));
    case 'promise':
      return memberMoves(tx).wait(row.id, NOON, { isFollowUp: true });
    case 'result':
      return memberMoves(tx).update(row.id, { result: (1 + (one.talkSec % 3)) as 1 | 2 | 3 });
    case 'remove': {
      const { removed, closed, wereDone } = await memberDeeds(tx).takeOut(id, [row.id]);
      return campaignsRepo(tx).count(id, { customers: -(removed + closed), completed: -wereDone });
    }
  }
}

test('[TASK-01] the figures of a preview task are what its customers and calls come to, whatever happened to them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 40, maxLength: 80 }), async (history) => {
      const task = await aTask();
      for (const one of history) await db.tenant(task, (tx) => happens(tx, task, one));
      const [kept, counted] = await db.tenant(task, async (tx) => [
        await campaignFigures(tx, task.id, ZONE),
        await walked(tx, task.id),
      ]);
      expect(kept).toEqual(counted);
    }),
    { numRuns: 6 },
  );
});
