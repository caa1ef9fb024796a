import { randomUUID } from 'node:crypto';
import type { CountedCall } from '#core/figures/call-figures.ts';
import type { LossPlace } from '#core/figures/loss.ts';
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
  campaignId: number | null;
  trunkId: number | null;
  numberId: number | null;
  ringSec: number;
  durationSec: number;
  lastPlace: LossPlace | null;
  byFlow: boolean;
  number: string;
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
  campaignId: null,
  trunkId: null,
  numberId: null,
  ringSec: 0,
  durationSec: 60,
  lastPlace: null,
  byFlow: false,
  number: '525500000001',
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
      functions: [
        'dashboard.view',
        'dashboard.export',
        'statistics.view',
        'statistics.export',
        'call-records.use',
        'call-records.view',
      ],
      ...lead,
    }),
    async write(calls: readonly MadeCall[]): Promise<void> {
      await db.pool.query(
        `insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, outcome, group_id, user_id, queue_sec, talk_sec, hold_sec, wrap_up_sec, customer_number, our_number, task_id, line_id, did_number_id, ring_sec, duration_sec, last_place, ai_or_cc)
         select $1, "callId", 'n', direction, to_timestamp("startMs" / 1000), case when ended then to_timestamp("startMs" / 1000 + 60) end, case when ended then outcome else 0 end, "groupId", "userId", "queueSec", "talkSec", "holdSec", "wrapUpSec", number, '525555550100',
           "campaignId"::text, "trunkId", "numberId", "ringSec", "durationSec", "lastPlace", case when "byFlow" then 'ai' else 'cc' end
         from jsonb_to_recordset($2::jsonb) as c ("callId" text, direction text, "startMs" float8, ended boolean, outcome int, "groupId" bigint, "userId" bigint, "queueSec" int, "talkSec" int, "holdSec" int, "wrapUpSec" int, number text,
           "campaignId" bigint, "trunkId" bigint, "numberId" bigint, "ringSec" int, "durationSec" int, "lastPlace" text, "byFlow" boolean)
         on conflict (tenant_id, call_id) do update set started_at = excluded.started_at, ended_at = excluded.ended_at, outcome = excluded.outcome, group_id = excluded.group_id, user_id = excluded.user_id,
           queue_sec = excluded.queue_sec, talk_sec = excluded.talk_sec, hold_sec = excluded.hold_sec, wrap_up_sec = excluded.wrap_up_sec, direction = excluded.direction, customer_number = excluded.customer_number,
           task_id = excluded.task_id, line_id = excluded.line_id, did_number_id = excluded.did_number_id, ring_sec = excluded.ring_sec, duration_sec = excluded.duration_sec, last_place = excluded.last_place, ai_or_cc = excluded.ai_or_cc`,
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
