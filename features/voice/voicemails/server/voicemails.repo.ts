import { sql, type RawBuilder } from 'kysely';
import { wordOf, type Mailbox } from '#core/call/mailbox.ts';
import type { TimeRange } from '#core/calendar/day-range.ts';
import { groupRows, groupMembers, groupManagers } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { COUNT_CAP, type KeptBox, type MessageState } from '../contract.ts';

export interface MessageRow {
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

/** Who looks: what is theirs, or everything. */
export interface Keeper {
  userId: number;
  seesAll: boolean;
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

/** The groups somebody answers for: they are in them, or lead them. */
const groupsOf = (userId: RawBuilder<unknown>) =>
  sql`select group_id from ${groupMembers} gm where user_id = ${userId} union select group_id from ${groupManagers} gr where user_id = ${userId}`;

/** Messages of the tenant, and who keeps them. */
export function voicemailsRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  /** The words of the boxes a search looks into; null: all there are. */
  async function boxesOf({ userId, seesAll }: Keeper, box: Mailbox | undefined): Promise<string[] | null> {
    if (seesAll) return box ? [wordOf(box)] : null;
    const { rows: groups } = await sql<{ group_id: number }>`${groupsOf(sql`${userId}`)}`.execute(rows);
    const kept = [`agent:${userId}`, ...groups.map(({ group_id: id }) => `group:${id}`)];
    return box ? kept.filter((one) => one === wordOf(box)) : kept;
  }

  const matching = ({ state, range }: MessageSearch, before: number | undefined) => sql`true
    ${state ? sql`and v.state = ${state}` : sql``}
    ${range ? sql`and v.left_at >= to_timestamp(${range.fromMs} / 1000.0) and v.left_at < to_timestamp(${range.toMs} / 1000.0)` : sql``}
    ${before === undefined ? sql`` : sql`and (v.left_at, v.id) < (select b.left_at, b.id from voicemail b where b.id = ${before})`}`;

  return {
    /** Each box is read along its own index, no further than the page is long. */
    async page(keeper: Keeper, search: MessageSearch, { size, before }: Wanted): Promise<MessageRow[]> {
      const boxes = await boxesOf(keeper, search.box);
      if (boxes?.length === 0) return [];
      const newest = sql`order by v.left_at desc, v.id desc limit ${size}`;
      const found =
        boxes === null
          ? sql`select v.* from voicemail v where ${matching(search, before)} ${newest}`
          : sql`select v.* from unnest(${boxes}::text[]) k (box) cross join lateral (select v.* from voicemail v where v.box = k.box collate "C" and ${matching(search, before)} ${newest}) v ${newest}`;
      return (
        await sql<MessageRow>`with found as materialized (${found}) select ${columns} from found v ${facts} order by v.left_at desc, v.id desc`.execute(
          rows,
        )
      ).rows;
    },

    /** One message, if it is in a box of the keeper. */
    async find(keeper: Keeper, id: number): Promise<MessageRow | undefined> {
      const theirs = keeper.seesAll
        ? sql`true`
        : sql`(v.user_id = ${keeper.userId} or v.group_id in (${groupsOf(sql`${keeper.userId}`)}))`;
      return (
        await sql<MessageRow>`select ${columns} from voicemail v ${facts} where v.id = ${id} and ${theirs}`.execute(
          rows,
        )
      ).rows[0];
    },

    /** Somebody's own box, their groups', and with `seesAll` the main one, every group's, and every agent's that holds something. */
    async boxes({ userId, seesAll }: Keeper): Promise<KeptBox[]> {
      return (
        await sql<KeptBox>`
        with own as (${groupsOf(sql`${userId}`)}), boxes as (
          select 'main' box, 'main' kind, '' name, true mine, 0 place where ${seesAll}
          union all select 'group:' || g.id, 'group', g.name, g.id in (select group_id from own), 1 from ${groupRows} g where ${seesAll} or g.id in (select group_id from own)
          union all select 'agent:' || m.user_id, 'agent', m.nick_name, m.user_id = ${userId}, case when m.user_id = ${userId} then -1 else 2 end from member m
            where m.user_id = ${userId} and exists (select 1 from ${agentRows} a where a.user_id = ${userId}) or (${seesAll} or m.user_id = ${userId}) and exists (select 1 from voicemail v where v.user_id = m.user_id))
        select b.box, b.kind, b.name, b.mine, (select count(*) from (select 1 from voicemail v where v.box = b.box collate "C" and v.state = 'new' limit ${COUNT_CAP}) counted)::int fresh
        from boxes b order by b.place, b.name, b.box`.execute(rows)
      ).rows;
    },

    /** The box itself, or the main one when its group or agent is gone. */
    async boxOrMain(box: Mailbox): Promise<Mailbox> {
      if (box.kind === 'main') return box;
      const found =
        box.kind === 'group'
          ? await sql`select 1 from ${groupRows} g where id = ${box.groupId}`.execute(rows)
          : await sql`select 1 from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled where a.user_id = ${box.userId} and a.enabled`.execute(
              rows,
            );
      return found.rows.length > 0 ? box : { kind: 'main' };
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

    /** Takes nothing back that somebody else did meanwhile. False when there was nothing to change. */
    async hear(id: number, userId: number): Promise<boolean> {
      return (
        Number(
          (
            await sql`update voicemail set state = 'heard', heard_by = ${userId}, heard_at = now() where id = ${id} and state = 'new'`.execute(
              rows,
            )
          ).numAffectedRows ?? 0,
        ) > 0
      );
    },

    /** False when there was nothing to change. */
    async mark(id: number, state: MessageState, userId: number): Promise<boolean> {
      const set = {
        new: sql`state = 'new', heard_by = null, heard_at = null, done_by = null, done_at = null where id = ${id} and state <> 'new'`,
        heard: sql`state = 'heard', heard_by = coalesce(heard_by, ${userId}), heard_at = coalesce(heard_at, now()), done_by = null, done_at = null where id = ${id} and state <> 'heard'`,
        done: sql`state = 'done', done_by = ${userId}, done_at = now() where id = ${id} and state <> 'done'`,
      }[state];
      return Number((await sql`update voicemail set ${set}`.execute(rows)).numAffectedRows ?? 0) > 0;
    },

    async setRemark(id: number, remark: string): Promise<void> {
      await sql`update voicemail set remark = ${remark} where id = ${id}`.execute(rows);
    },

    /** Who has it now has not heard it. */
    async move(id: number, box: Mailbox): Promise<void> {
      await sql`update voicemail set group_id = ${box.kind === 'group' ? box.groupId : null}::bigint, user_id = ${box.kind === 'agent' ? box.userId : null}::bigint,
        state = 'new', heard_by = null, heard_at = null, done_by = null, done_at = null where id = ${id}`.execute(rows);
    },

    /** The people of a group: whoever is in it or leads it. */
    async peopleOf(groupId: number): Promise<number[]> {
      return (
        await sql<{
          user_id: number;
        }>`select user_id from ${groupMembers} gm where group_id = ${groupId} union select user_id from ${groupManagers} gr where group_id = ${groupId}`.execute(
          rows,
        )
      ).rows.map(({ user_id: id }) => id);
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
