import { sql } from 'kysely';
import { crowdAnswer, crowdHour, type CrowdAnswer } from '#core/rehearsal/crowd.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { DispatchType } from '#shared/codes/dispatch-type.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { previewResultOf } from '../core/attempt-end.ts';
import { afterAttempt, usualRetries } from '../core/retry-plan.ts';

/** A campaign of the demo that dials by itself: people of the rehearsal's crowd, some of whom were called yesterday. It is paused. */
export interface CrowdCampaign {
  name: string;
  note: string;
  /** What a file told of each, by its title; taken in turn. */
  column: { title: string; values: readonly string[] };
  numbers: readonly string[];
  /** So many of them were called yesterday. */
  called: number;
  groupId: number;
  goal:
    | { kind: 'dialer'; dispatchType: DispatchType; agentIds: readonly number[] }
    | { kind: 'ai'; flowId: number; flowValues: Readonly<Record<string, string>>; callsAtOnce: number };
}

const COUNTRY = 'MX';
const RING_SEC = 20;
const [HOUR_MS, DAY_HOURS] = [3_600_000, 24];
/** Yesterday's calls began one after another so far apart. */
const APART_MS = 40_000;
/** They began on the hour at which people come home, so that the same is made of them whenever the demo is. */
const BEGAN_HOUR = 17;

/** Adds one. Everything of it is written in three statements, however many people it has. */
export async function demoCrowdCampaign(
  tx: Tx,
  { tenantId, people, nowMs }: DemoTenant,
  campaign: CrowdCampaign,
): Promise<void> {
  const { name, note, groupId, goal, numbers } = campaign;
  const rows = tx.as<never>();
  const author = people.find(({ role }) => role === 'manager') ?? people[0]!;
  const hoursSince = (crowdHour(nowMs) - BEGAN_HOUR + DAY_HOURS) % DAY_HOURS;
  const beganMs = (Math.floor(nowMs / HOUR_MS) - DAY_HOURS - hoursSince) * HOUR_MS;
  const members = numbers.map((number, place) => memberOf(campaign, number, place, beganMs));
  const { rows: made } = await sql<{ id: number }>`
    insert into campaign (tenant_id, kind, dispatch_type, name, note, state, pause_reason, retry, ring_sec, group_id, flow_id, flow_values, calls_at_once, machine_rule,
      created_by, author, created_at, started_at, customers, completed)
    values (${tenantId}, ${goal.kind}, ${goal.kind === 'dialer' ? goal.dispatchType : null}::smallint, ${name}, ${note}, 'paused', ${TaskPauseReason.customerPaused}, ${JSON.stringify(usualRetries)}::jsonb,
      ${RING_SEC}, ${groupId}, ${goal.kind === 'ai' ? goal.flowId : null}::bigint, ${JSON.stringify(goal.kind === 'ai' ? goal.flowValues : {})}::jsonb, ${goal.kind === 'ai' ? goal.callsAtOnce : 5},
      'hangUp', ${author.userId}, ${author.name}, ${momentOfMs(beganMs - HOUR_MS)}, ${momentOfMs(beganMs)}, ${members.length}, ${members.filter(({ isDone }) => isDone).length})
    returning id`.execute(rows);
  const campaignId = made[0]!.id;
  await sql`
    insert into campaign_customer (tenant_id, campaign_id, number, country, name, columns, task_state, result, attempts, last_call_at, next_at, closed_by, done_at)
    select ${tenantId}, ${campaignId}, number, ${COUNTRY}, name, columns, case when "isDone" then 1 else 0 end, result, case when "endedAt" is null then 0 else 1 end, "endedAt",
      coalesce("nextAt", 'epoch'), "closedBy", case when "isDone" then "endedAt" end
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
      x (number text, name text, columns jsonb, "isDone" boolean, result smallint, "endedAt" timestamptz, "nextAt" timestamptz, "closedBy" text)`.execute(
    rows,
  );
  const attempts = members.flatMap(({ attempt }) => (attempt ? [attempt] : []));
  await sql`
    insert into campaign_attempt (tenant_id, campaign_id, member_id, number, user_id, status, result, ai_result, by_machine, talk_sec, began_at, left_at, rang_at, answered_at,
      connected_at, ended_at)
    select ${tenantId}, ${campaignId}, m.id, m.number, x."userId", x.status, x.result, x."aiResult", x."byMachine", x."talkSec", x."beganAt", x."beganAt", x."rangAt", x."answeredAt",
      x."connectedAt", x."endedAt"
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb)
      x (number text, "userId" bigint, status smallint, result smallint, "aiResult" smallint, "byMachine" boolean, "talkSec" int, "beganAt" timestamptz, "rangAt" timestamptz,
        "answeredAt" timestamptz, "connectedAt" timestamptz, "endedAt" timestamptz)
    join campaign_customer m on m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.number = x.number`.execute(
    rows,
  );
}

function memberOf(campaign: CrowdCampaign, number: string, place: number, beganMs: number) {
  const { column, called } = campaign;
  const attempt = place < called ? attemptOf(campaign, number, place, beganMs + place * APART_MS) : null;
  const after =
    attempt &&
    afterAttempt(usualRetries, [
      { status: attempt.status, wasMachine: attempt.byMachine, endedAtMs: Date.parse(attempt.endedAt) },
    ]);
  return {
    number,
    name: nameOf(Number(number.slice(-3))),
    columns: { [column.title]: column.values[place % column.values.length]! },
    isDone: after?.is === 'over',
    result: attempt?.result ?? 0,
    endedAt: attempt?.endedAt ?? null,
    nextAt: after?.is === 'again' ? momentOf(after.notBeforeMs) : null,
    closedBy: after?.is === 'over' ? (after.because === 'reached' ? 'result' : after.because) : null,
    attempt,
  };
}

/** Yesterday's call of somebody: what they would have done at that hour. */
function attemptOf({ goal }: CrowdCampaign, number: string, place: number, beganMs: number) {
  const answer = crowdAnswer(number, { attempt: YESTERDAY, hour: crowdHour(beganMs) });
  const { status, ringMs, talkMs, aiResult } = outcomeOf(answer);
  const [rangMs, endedRingMs] = [beganMs + NETWORK_MS, beganMs + NETWORK_MS + ringMs];
  const isAnswered = status === FinalCallStatus.talked;
  const agent =
    goal.kind === 'dialer' && isAnswered && answer.is === 'person'
      ? goal.agentIds[place % goal.agentIds.length]!
      : null;
  return {
    number,
    userId: agent,
    status,
    result: previewResultOf(status),
    aiResult: goal.kind === 'ai' ? aiResult : null,
    byMachine: answer.is === 'machine',
    talkSec: Math.round(talkMs / 1_000),
    beganAt: momentOf(beganMs),
    rangAt: ringMs > 0 ? momentOf(rangMs) : null,
    answeredAt: isAnswered ? momentOf(endedRingMs) : null,
    connectedAt: agent === null ? null : momentOf(endedRingMs + NETWORK_MS),
    endedAt: momentOf(endedRingMs + talkMs),
  };
}
/** A call before those the carrier counts. */
const YESTERDAY = -1;
const NETWORK_MS = 400;
/** Long enough to know a machine, and to hang up. */
const MACHINE_MS = 4_000;

function outcomeOf(answer: CrowdAnswer): {
  status: FinalCallStatus;
  ringMs: number;
  talkMs: number;
  aiResult: AiCallResult;
} {
  switch (answer.is) {
    case 'notInService':
      return { status: FinalCallStatus.numberNotInService, ringMs: 0, talkMs: 0, aiResult: AiCallResult.unreachable };
    case 'busy':
      return { status: FinalCallStatus.userOccupied, ringMs: 0, talkMs: 0, aiResult: AiCallResult.lineBusy };
    case 'ringsOut':
      return {
        status: FinalCallStatus.ringTooLong,
        ringMs: RING_SEC * 1_000,
        talkMs: 0,
        aiResult: AiCallResult.notAnswered,
      };
    case 'refuses':
      return {
        status: FinalCallStatus.userRejected,
        ringMs: answer.afterMs,
        talkMs: 0,
        aiResult: AiCallResult.userRejected,
      };
    case 'machine':
      return {
        status: FinalCallStatus.talked,
        ringMs: answer.afterMs,
        talkMs: MACHINE_MS,
        aiResult: AiCallResult.voicemail,
      };
    case 'person':
      // Who rings longer than we wait was not reached.
      if (answer.afterMs >= RING_SEC * 1_000) return outcomeOf({ is: 'ringsOut' });
      return {
        status: FinalCallStatus.talked,
        ringMs: answer.afterMs,
        talkMs: answer.talkMs,
        aiResult: answer.key === '1' ? AiCallResult.transferSucceeded : AiCallResult.communicated,
      };
  }
}

const momentOf = (ms: number): string => new Date(ms).toISOString();

const given = 'Alma Bruno Clara Diego Elena Fabio Gloria Hugo Inés Javier Karla Leo Marta Nicolás Olga Pablo'.split(
  ' ',
);
const family = 'Aguilar Bravo Campos Duarte Espino Fuentes Guerra Herrera Ibarra Juárez Luna Mora Nava'.split(' ');
const nameOf = (place: number): string => `${given[place % given.length]} ${family[place % family.length]}`;
