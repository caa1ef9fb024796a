import { randomUUID } from 'node:crypto';
import type { CountedCall } from '#core/figures/call-figures.ts';
import type { Db } from '#platform/server/db/db.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';

/** A call as it is written, with what its group promises. */
export interface MadeCall extends CountedCall {
  callId: string;
  startMs: number;
  userId: number | null;
  /** False while it lasts. */
  ended: boolean;
}

export const aMadeCall = (more: Partial<MadeCall> = {}): MadeCall => ({
  callId: randomUUID(),
  startMs: 0,
  direction: 'inbound',
  outcome: CallOutcome.talked,
  groupId: null,
  userId: null,
  promiseSec: 20,
  queueSec: 5,
  talkSec: 60,
  holdSec: 0,
  wrapUpSec: 0,
  ended: true,
  ...more,
});

/** A tenant with two groups that promise different things, and a lead who may see everything. */
export async function aCallHouse(db: Db, lead: { timeZone?: string } = {}) {
  const tenantId = await aTenant(db);
  const aGroup = async (no: number, promiseSec: number) => ({
    promiseSec,
    id: (
      await db.pool.query(
        'insert into agent_group (tenant_id, name, group_no, service_level_sec) values ($1, $2, $3, $4) returning id',
        [tenantId, `Group ${no}`, no, promiseSec],
      )
    ).rows[0].id as number,
  });
  const groups = [await aGroup(1, 10), await aGroup(2, 30)];
  const agents: Member[] = [];
  for (const name of ['Ana', 'Bea']) {
    const agent = await aMember(db, tenantId, { name, voiceSeat: true });
    await db.pool.query('insert into agent (tenant_id, user_id, sip_num) values ($1, $2, $3) on conflict do nothing', [
      tenantId,
      agent.userId,
      String(8_000_000 + agent.userId),
    ]);
    agents.push(agent);
  }
  return {
    tenantId,
    groups,
    agents,
    lead: await aMember(db, tenantId, {
      functions: ['dashboard.view', 'dashboard.export', 'call-records.use', 'call-records.view'],
      ...lead,
    }),
    async write(calls: readonly MadeCall[]): Promise<void> {
      await db.pool.query(
        `insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, outcome, group_id, user_id, queue_sec, talk_sec, hold_sec, wrap_up_sec, customer_number, our_number)
         select $1, "callId", 'n', direction, to_timestamp("startMs" / 1000), case when ended then to_timestamp("startMs" / 1000 + 60) end, case when ended then outcome else 0 end, "groupId", "userId", "queueSec", "talkSec", "holdSec", "wrapUpSec", '525500000001', '525555550100'
         from jsonb_to_recordset($2::jsonb) as c ("callId" text, direction text, "startMs" float8, ended boolean, outcome int, "groupId" bigint, "userId" bigint, "queueSec" int, "talkSec" int, "holdSec" int, "wrapUpSec" int)
         on conflict (tenant_id, call_id) do update set started_at = excluded.started_at, ended_at = excluded.ended_at, outcome = excluded.outcome, group_id = excluded.group_id, user_id = excluded.user_id,
           queue_sec = excluded.queue_sec, talk_sec = excluded.talk_sec, hold_sec = excluded.hold_sec, wrap_up_sec = excluded.wrap_up_sec, direction = excluded.direction`,
        [tenantId, JSON.stringify(calls)],
      );
    },
    /** `[status, from, until]`, the last one perhaps without an end. */
    async stood(userId: number, spans: readonly (readonly [number, number, number | null])[]): Promise<void> {
      for (const [status, atMs, untilMs] of spans)
        await db.pool.query(
          'insert into agent_status_event (tenant_id, user_id, status, at, until) values ($1, $2, $3, to_timestamp($4::float8), to_timestamp($5::float8))',
          [tenantId, userId, status, atMs / 1_000, untilMs === null ? null : untilMs / 1_000],
        );
    },
  };
}
