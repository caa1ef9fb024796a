import { sql, type RawBuilder } from 'kysely';
import { shownEnds } from '#core/privacy/phone-mask.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import { TOTAL_CAP } from '../contract.ts';
import type { AgentResult } from './book-entries.ts';
import { callSort } from './call-sort.ts';
import type { NameSearch, NumberSearch, RecordSearch } from './record-search.ts';

export interface RecordRow {
  id: number;
  call_id: string;
  direction: 'inbound' | 'outbound' | 'internal';
  started_at: string;
  answered_at: string | null;
  ended_at: string | null;
  ring_sec: number;
  queue_sec: number;
  talk_sec: number;
  hold_sec: number;
  duration_sec: number;
  customer_number: string;
  customer_country: string | null;
  our_number: string;
  did_number_id: number | null;
  router_id: number | null;
  user_id: number | null;
  user_name: string | null;
  sip_num: string | null;
  group_id: number | null;
  group_name: string | null;
  outcome: CallOutcome;
  mos: number | null;
  ai_or_cc: 'ai' | 'cc';
  task_name: string | null;
  customer_id: string | null;
  customer_name: string;
  from_chat: boolean;
  remark: string;
  called_back: boolean;
  has_recording: boolean;
}

export interface DetailRow extends RecordRow {
  cause: string | null;
  sip_status: number | null;
  refusal: number | null;
  ended_by: 'agent' | 'customer' | 'server' | null;
  survey_score: number | null;
  survey_scale: number;
  callback_of: string | null;
}

export interface RecordingRow {
  recording_id: string;
  call_id: string;
  record_id: number;
  file_id: number | null;
  kind: 'call' | 'voicemail';
  duration_ms: number;
  bytes: number;
  created_at: string;
  deleted_at: string | null;
  started_at: string;
}

const columns = sql`r.id, r.call_id, r.direction, r.started_at, r.answered_at, r.ended_at, r.ring_sec, r.queue_sec, r.talk_sec, r.hold_sec, r.duration_sec,
  r.customer_number, r.customer_country, r.our_number, r.did_number_id, r.router_id, r.user_id, m.nick_name user_name, r.sip_num, r.group_id, g.name group_name,
  r.outcome, r.mos, r.ai_or_cc, r.task_name, r.customer_id, r.customer_name, r.visitor_id is not null from_chat, r.remark, r.called_back, r.has_recording`;
const names = sql`left join member m on m.user_id = r.user_id left join ${groupRows} g on g.id = r.group_id`;

/** Records of the tenant; nothing here writes but the remark. */
export function callRecordsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** The rows of a page are found by their place in the index alone; only those few are then read. */
    async page(
      search: RecordSearch,
      { size, offset = 0, before }: { size: number; offset?: number; before?: string | undefined },
    ): Promise<RecordRow[]> {
      const { from, at, id } = source(search);
      const older =
        before === undefined
          ? sql`true`
          : sql`(${at}, ${id}) < (select b.started_at, b.id from call_record b where b.call_id = ${before})`;
      const { rows: found } = await sql<RecordRow>`
        with found as materialized (select ${id} id, ${at} at from ${from} where ${matching(search)} and ${older} order by ${at} desc, ${id} desc limit ${size} offset ${offset})
        select ${columns} from found f join call_record r on r.id = f.id ${names} order by f.at desc, f.id desc`.execute(
        rows,
      );
      return found;
    },

    /** Counts no further than one beyond the cap. */
    async total(search: RecordSearch, cap: number | null = TOTAL_CAP): Promise<number> {
      const limit = cap === null ? sql`` : sql`limit ${cap + 1}`;
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from (select 1 from ${source(search).from} where ${matching(search)} ${limit}) counted`.execute(
        rows,
      );
      return counted[0]!.total;
    },

    async find(callId: string): Promise<DetailRow | undefined> {
      const { rows: found } =
        await sql<DetailRow>`select ${columns}, r.cause, r.sip_status, r.refusal, r.ended_by, r.survey_score, r.survey_scale, r.callback_of from call_record r ${names} where r.call_id = ${callId}`.execute(
          rows,
        );
      return found[0];
    },

    async tookPart(recordId: number, userId: number): Promise<boolean> {
      return (
        (await sql`select 1 from call_agent where record_id = ${recordId} and user_id = ${userId}`.execute(rows)).rows
          .length > 0
      );
    },

    /** More than being rung. */
    async talkedIn(recordId: number, userId: number): Promise<boolean> {
      return (
        (
          await sql`select 1 from call_agent where record_id = ${recordId} and user_id = ${userId} and result = 'talked'`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },

    async agents(recordId: number): Promise<{ user_id: number; user_name: string | null; result: AgentResult }[]> {
      return (
        await sql<{ user_id: number; user_name: string | null; result: AgentResult }>`
        select a.user_id, m.nick_name user_name, a.result from call_agent a left join member m on m.user_id = a.user_id where a.record_id = ${recordId} order by a.user_id`.execute(
          rows,
        )
      ).rows;
    },

    async events(
      callId: string,
    ): Promise<
      { at: string; type: string; detail: Record<string, string | number | null>; user_name: string | null }[]
    > {
      return (
        await sql<{
          at: string;
          type: string;
          detail: Record<string, string | number | null>;
          user_name: string | null;
        }>`
        select e.at, e.type, e.detail, m.nick_name user_name from call_event e left join member m on m.user_id = (e.detail->>'userId')::bigint where e.call_id = ${callId} order by e.seq limit 2000`.execute(
          rows,
        )
      ).rows;
    },

    async recordings(callId: string): Promise<RecordingRow[]> {
      return (
        await sql<RecordingRow>`select ${recordingColumns} from call_recording c join call_record r on r.call_id = c.call_id where c.call_id = ${callId} order by c.created_at`.execute(
          rows,
        )
      ).rows;
    },

    async recording(recordingId: string): Promise<RecordingRow | undefined> {
      return (
        await sql<RecordingRow>`select ${recordingColumns} from call_recording c join call_record r on r.call_id = c.call_id where c.recording_id = ${recordingId}`.execute(
          rows,
        )
      ).rows[0];
    },

    async quality(
      callId: string,
    ): Promise<{ at: string; party: 'agent' | 'customer'; mos: number | null; figures: object }[]> {
      return (
        await sql<{
          at: string;
          party: 'agent' | 'customer';
          mos: number | null;
          figures: object;
        }>`select at, party, mos, figures from call_quality where call_id = ${callId} order by at limit 1000`.execute(
          rows,
        )
      ).rows;
    },

    async setRemark(recordId: number, remark: string): Promise<void> {
      await sql`update call_record set remark = ${remark} where id = ${recordId}`.execute(rows);
    },
  };
}

const recordingColumns = sql`c.recording_id, c.call_id, r.id record_id, c.file_id, c.kind, c.duration_ms, c.bytes, c.created_at, c.deleted_at, r.started_at`;

/** One's own calls are a range of `call_agent`, everybody's one of `call_record`. Records are looked into only when the search asks about them. */
function source({ ownOf, range: _range, ...asked }: RecordSearch): {
  from: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
} {
  if (ownOf === undefined) return { from: sql`call_record r`, at: sql`r.started_at`, id: sql`r.id` };
  const from = Object.values(asked).some((value) => value !== undefined)
    ? sql`call_agent p join call_record r on r.id = p.record_id`
    : sql`call_agent p`;
  return { from, at: sql`p.started_at`, id: sql`p.record_id` };
}

function matching(search: RecordSearch): RawBuilder<unknown> {
  const {
    range,
    direction,
    groupId,
    userGroupId,
    name,
    number,
    caller,
    callId,
    customerId,
    status,
    sort,
    userId,
    min,
    max,
    ownOf,
  } = search;
  const { at } = source(search);
  const parts = [sql`true`];
  if (ownOf !== undefined) parts.push(sql`p.user_id = ${ownOf}`);
  if (range)
    parts.push(sql`${at} >= to_timestamp(${range.fromMs} / 1000.0) and ${at} < to_timestamp(${range.toMs} / 1000.0)`);
  if (direction) parts.push(sql`r.direction = ${direction}`);
  if (groupId) parts.push(sql`r.group_id = ${groupId}`);
  if (userGroupId)
    parts.push(
      sql`exists (select 1 from call_agent a join ${groupMembers} gm on gm.user_id = a.user_id where a.record_id = r.id and gm.group_id = ${userGroupId})`,
    );
  if (name) parts.push(sql`r.customer_name ilike ${pattern(name)}`);
  if (number) parts.push(customerNumber(number));
  if (caller)
    parts.push(
      sql`case when r.direction = 'inbound' then ${customerNumber(caller)} else ${startsWith(sql`r.our_number`, caller.digits)} or r.sip_num = ${caller.digits} end`,
    );
  if (callId) parts.push(sql`r.call_id = ${callId}`);
  if (customerId) parts.push(sql`r.customer_id = ${customerId}`);
  // The index of outcomes leaves out the two that nobody looks for; said again, the planner sees that it fits.
  if (status !== undefined)
    parts.push(status > 1 ? sql`r.outcome = ${status} and r.outcome > 1` : sql`r.outcome = ${status}`);
  if (sort) parts.push(sql`r.ended_at is not null and ${callSort(sort)}`);
  if (userId) parts.push(sql`r.user_id = ${userId}`);
  if (min !== undefined) parts.push(sql`r.duration_sec >= ${min}`);
  if (max !== undefined) parts.push(sql`r.duration_sec <= ${max}`);
  return sql.join(parts, sql` and `);
}

function pattern({ text, by }: NameSearch): string {
  const literal = (by === 'firstLetter' ? [...text][0]! : text).replace(/[\\%_]/g, '\\$&');
  return by === 'firstLetter' ? `${literal}%` : `%${literal}%`;
}

/** Ranges instead of patterns: `like` could not use an index behind row-level security. */
function customerNumber({ digits, by }: NumberSearch): RawBuilder<unknown> {
  if (by === 'whole' || digits === '') return sql`r.customer_number = ${digits} and ${digits} <> ''`;
  if (by === 'visibleEnd')
    return sql`(${sql.join(
      shownEnds.map(
        ({ from, to, digits: shown }) =>
          sql`(length(r.customer_number) between ${from} and ${to} and ${endsWith(digits.slice(-shown))})`,
      ),
      sql` or `,
    )})`;
  return sql`(${startsWith(sql`r.customer_number`, digits)} or ${endsWith(digits)})`;
}

const endsWith = (digits: string): RawBuilder<unknown> =>
  startsWith(sql`r.customer_number_backwards`, [...digits].reverse().join(''));

function startsWith(column: RawBuilder<unknown>, digits: string): RawBuilder<unknown> {
  if (digits === '') return sql`false`;
  const next = digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1);
  return sql`(${column} >= ${digits} and ${column} < ${next})`;
}
