import { sql, type RawBuilder } from 'kysely';
import type { Mailbox } from '#core/call/mailbox.ts';
import type { TimeRange } from '#core/calendar/day-range.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { MessageState } from '../contract.ts';
import { boxesOf, groupsOf, mailboxesRepo, type Keeper } from './mailboxes.repo.ts';
import { messageMarksRepo } from './message-marks.repo.ts';

export interface VoicemailRow {
  id: number;
  call_id: string;
  recording_id: string;
  box: string;
  group_name: string | null;
  owner_name: string | null;
  customer_number: string;
  customer_country: string | null;
  customer_id: string | null;
  customer_name: string;
  from_chat: boolean;
  our_number: string;
  left_at: string;
  duration_ms: number;
  bytes: number;
  state: MessageState;
  heard_by: string | null;
  heard_at: string | null;
  done_by: string | null;
  done_at: string | null;
  remark: string;
  called_back: boolean;
}

export interface MessageSearch {
  box?: Mailbox | undefined;
  state?: MessageState | undefined;
  range?: TimeRange | null;
}

interface Wanted {
  size: number;
  before?: number | undefined;
}

export interface NewMessage {
  callId: string;
  recordingId: string;
  box: Mailbox;
}

/** Names are looked up row by row: planning a join of nine tables takes longer than all of it. */
const nameOf = (userId: RawBuilder<unknown>) => sql`(select m.nick_name from member m where m.user_id = ${userId})`;
const columns = sql`v.id, v.call_id, v.recording_id, v.box, (select g.name from ${groupRows} g where g.id = v.group_id) group_name, ${nameOf(sql`v.user_id`)} owner_name, r.customer_number, r.customer_country, r.customer_id, r.customer_name, r.visitor_id is not null from_chat, r.our_number,
  v.left_at, c.duration_ms, c.bytes, v.state, ${nameOf(sql`v.heard_by`)} heard_by, v.heard_at, ${nameOf(sql`v.done_by`)} done_by, v.done_at, v.remark, r.called_back`;
const facts = sql`join call_record r on r.call_id = v.call_id join call_recording c on c.recording_id = v.recording_id`;

const matching = ({ state, range }: MessageSearch, before: number | undefined) => sql`true
  ${state ? sql`and v.state = ${state}` : sql``}
  ${range ? sql`and v.left_at >= ${momentOfMs(range.fromMs)} and v.left_at < ${momentOfMs(range.toMs)}` : sql``}
  ${before === undefined ? sql`` : sql`and (v.left_at, v.id) < (select b.left_at, b.id from voicemail b where b.id = ${before})`}`;

/** Messages of the tenant, and who keeps them. */
export function voicemailsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...mailboxesRepo(tx),
    ...messageMarksRepo(tx),

    /** Each box is read along its own index, no further than the page is long. */
    async page(keeper: Keeper, search: MessageSearch, { size, before }: Wanted): Promise<VoicemailRow[]> {
      const boxes = await boxesOf(tx, keeper, search.box);
      if (boxes?.length === 0) return [];
      const newest = sql`order by v.left_at desc, v.id desc limit ${size}`;
      const found =
        boxes === null
          ? sql`select v.* from voicemail v where ${matching(search, before)} ${newest}`
          : sql`select v.* from unnest(${boxes}::text[]) k (box) cross join lateral (select v.* from voicemail v where v.box = k.box collate "C" and ${matching(search, before)} ${newest}) v ${newest}`;
      return (
        await sql<VoicemailRow>`with found as materialized (${found}) select ${columns} from found v ${facts} order by v.left_at desc, v.id desc`.execute(
          rows,
        )
      ).rows;
    },

    /** One message, if it is in a box of the keeper. */
    async find(keeper: Keeper, id: number): Promise<VoicemailRow | undefined> {
      const theirs = keeper.seesAll
        ? sql`true`
        : sql`(v.user_id = ${keeper.userId} or v.group_id in (${groupsOf(sql`${keeper.userId}`)}))`;
      return (
        await sql<VoicemailRow>`select ${columns} from voicemail v ${facts} where v.id = ${id} and ${theirs}`.execute(
          rows,
        )
      ).rows[0];
    },

    async recording(recordingId: string): Promise<{ kind: string; file_id: number | null; bytes: number } | undefined> {
      return (
        await sql<{
          kind: string;
          file_id: number | null;
          bytes: number;
        }>`select kind, file_id, bytes from call_recording where recording_id = ${recordingId} and deleted_at is null`.execute(
          rows,
        )
      ).rows[0];
    },

    /** Answers its id, or null when it was there already. The moment is when the caller began to speak, as far as the record knows. */
    async add({ callId, recordingId, box }: NewMessage): Promise<number | null> {
      const { rows: added } = await sql<{ id: number }>`
        insert into voicemail (call_id, recording_id, group_id, user_id, left_at)
        select r.call_id, ${recordingId}, ${box.kind === 'group' ? box.groupId : null}::bigint, ${box.kind === 'agent' ? box.userId : null}::bigint,
          coalesce((select max(e.at) from call_event e where e.call_id = r.call_id and e.type = 'voicemailBegan'), r.started_at)
        from call_record r where r.call_id = ${callId} on conflict (tenant_id, recording_id) do nothing returning id`.execute(
        rows,
      );
      return added[0]?.id ?? null;
    },

    async ofCalls(
      callIds: readonly string[],
    ): Promise<{ call_id: string; left_at: string; state: string; remark: string }[]> {
      return (
        await sql<{
          call_id: string;
          left_at: string;
          state: string;
          remark: string;
        }>`select call_id, left_at, state, remark from voicemail where call_id = any(${callIds}) order by id`.execute(
          rows,
        )
      ).rows;
    },

    async erase(callIds: readonly string[]): Promise<number> {
      return Number(
        (await sql`delete from voicemail where call_id = any(${callIds})`.execute(rows)).numAffectedRows ?? 0,
      );
    },
  };
}
