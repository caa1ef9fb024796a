import { sql, type RawBuilder } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { DEFAULT_PROMISE_SEC, type CallSort } from '#core/call/call-sorts.ts';
import { lostOutcomes } from '#core/figures/service-level.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';

const isIn = sql`r.direction = 'inbound'`;
const talked = sql`r.outcome = ${sql.lit(CallOutcome.talked)}`;
const inLine = sql`(${isIn} and r.group_id is not null)`;
const served = sql`(${inLine} and ${talked})`;
const lost = sql`(${inLine} and r.outcome in (${sql.join(lostOutcomes.map((outcome) => sql.lit(outcome)))}))`;
/** What the group of a call promises now, where nobody has joined it. */
const promiseOfGroup = sql`(select g.service_level_sec from ${groupRows} g where g.id = r.group_id)`;

/** Whether a finished call `r` is of a sort: `core/call/call-sorts.ts` in the words of the database. `promise`: of its group, null when that is gone. */
export function callSort(sort: CallSort, promise: RawBuilder<unknown> = promiseOfGroup): RawBuilder<unknown> {
  const inTime = sql`(${served} and r.queue_sec <= coalesce(${promise}, ${sql.lit(DEFAULT_PROMISE_SEC)}))`;
  const conditions: Record<CallSort, RawBuilder<unknown>> = {
    ended: sql`true`,
    inbound: isIn,
    outbound: sql`r.direction = 'outbound'`,
    internal: sql`r.direction = 'internal'`,
    talked,
    answered: sql`(${isIn} and ${talked})`,
    unanswered: sql`(${isIn} and not ${talked})`,
    // Said again for the index of outcomes.
    abandoned: sql`(${isIn} and r.outcome = ${sql.lit(CallOutcome.abandoned)} and r.outcome > 1)`,
    reached: sql`(r.direction = 'outbound' and ${talked})`,
    inLine,
    served,
    lost,
    inTime,
    late: sql`(${lost} or (${served} and not ${inTime}))`,
  };
  return conditions[sort];
}

/** Where an unanswered call `r` was lost: `core/figures/loss.ts` in the words of the database. */
export const lossPlaceOf = sql<LossPlace>`(case when r.outcome = ${sql.lit(CallOutcome.voicemail)} then 'voicemail' when r.outcome = ${sql.lit(CallOutcome.callbackPromised)} then 'callback'
  else coalesce(r.last_place, case when r.group_id is not null then 'line' when r.user_id is not null then 'ringing' when r.ai_or_cc = 'ai' then 'flow' else 'before' end) end)`;
