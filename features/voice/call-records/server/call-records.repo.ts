import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { DiversionReason, NetworkWord } from '#core/telephony/network-word.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import { TOTAL_CAP } from '../contract.ts';
import { callDetailsRepo } from './call-details.repo.ts';
import { isCappedName, matching, source } from './record-conditions.ts';
import type { CallRecordSearch } from './call-record-search.ts';

export interface CallRecordRow {
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
  customer_chosen: boolean;
  from_chat: boolean;
  remark: string;
  called_back: boolean;
  has_recording: boolean;
}

export interface CallRecordDetailRow extends CallRecordRow {
  cause: string | null;
  sip_status: number | null;
  refusal: number | null;
  ended_by: 'agent' | 'customer' | 'server' | null;
  survey_score: number | null;
  survey_scale: number;
  callback_of: string | null;
  attestation: NetworkWord['attestation'];
  diverted_from: string | null;
  diverted_because: DiversionReason | null;
}

const columns = sql`r.id, r.call_id, r.direction, r.started_at, r.answered_at, r.ended_at, r.ring_sec, r.queue_sec, r.talk_sec, r.hold_sec, r.duration_sec,
  r.customer_number, r.customer_country, r.our_number, r.did_number_id, r.router_id, r.user_id, m.nick_name user_name, r.sip_num, r.group_id, g.name group_name,
  r.outcome, r.mos, r.ai_or_cc, r.task_name, r.customer_id, r.customer_name, r.customer_chosen, r.visitor_id is not null from_chat, r.remark, r.called_back, r.has_recording`;
const names = sql`left join member m on m.user_id = r.user_id left join ${groupRows} g on g.id = r.group_id`;

/** Records of the tenant; nothing here writes but the remark. */
export function callRecordsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...callDetailsRepo(tx),

    /** The rows of a page are found by their place in the index alone; only those few are then read. */
    async page(
      search: CallRecordSearch,
      { size, offset = 0, before }: { size: number; offset?: number; before?: string | undefined },
    ): Promise<CallRecordRow[]> {
      const { from, at, id } = source(search);
      const older =
        before === undefined
          ? sql`true`
          : sql`(${at}, ${id}) < (select b.started_at, b.id from call_record b where b.call_id = ${before})`;
      const { rows: found } = await sql<CallRecordRow>`
        with found as materialized (select ${id} id, ${at} at from ${from} where ${matching(search)} and ${older} order by ${at} desc, ${id} desc limit ${size} offset ${offset})
        select ${columns} from found f join call_record r on r.id = f.id ${names} order by f.at desc, f.id desc`.execute(
        rows,
      );
      return found;
    },

    /** Counts no further than one beyond the cap. */
    async total(search: CallRecordSearch, cap: number | null = TOTAL_CAP): Promise<number> {
      if (cap === TOTAL_CAP && isCappedName(search)) return cap + 1;
      const limit = cap === null ? sql`` : sql`limit ${cap + 1}`;
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from (select 1 from ${source(search).from} where ${matching(search)} ${limit}) counted`.execute(
        rows,
      );
      return counted[0]!.total;
    },

    async find(callId: string): Promise<CallRecordDetailRow | undefined> {
      const { rows: found } =
        await sql<CallRecordDetailRow>`select ${columns}, r.cause, r.sip_status, r.refusal, r.ended_by, r.survey_score, r.survey_scale, r.callback_of, r.attestation, r.diverted_from, r.diverted_because from call_record r ${names} where r.call_id = ${callId}`.execute(
          rows,
        );
      return found[0];
    },

    async setRemark(recordId: number, remark: string): Promise<void> {
      await sql`update call_record set remark = ${remark} where id = ${recordId}`.execute(rows);
    },
  };
}
