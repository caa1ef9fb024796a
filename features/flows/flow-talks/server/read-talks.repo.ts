import { sql, type RawBuilder } from 'kysely';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import { nameHasWords } from '#platform/server/db/search-words.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { MessageType } from '#shared/codes/message-type.ts';
import { TALK_READ_EVERY_MS, TALKS_TOTAL_CAP, type TalkShow } from '../contract.ts';

export interface TalkRow {
  id: number;
  talkId: string;
  callId: string | null;
  source: 'test' | 'call';
  mode: 'text' | 'voice';
  flowId: number | null;
  flowName: string;
  flowVersion: number | null;
  number: string;
  ourNumber: string;
  customerId: number | null;
  customerName: string;
  userName: string;
  language: CustomerLanguage;
  startedAt: string;
  durationSec: number;
  result: AiCallResult | null;
  turns: number;
  latencyMs: number | null;
  hasRecording: boolean;
  variables: Record<string, unknown>;
  userId: number | null;
  startedMs: number;
}

/** A recording that can be heard now. */
export interface TalkRecording {
  source: 'test' | 'call';
  recordingId: string;
  durationMs: number;
  bytes: number;
  createdMs: number;
}

export interface StoredMessage {
  no: number;
  type: MessageType;
  nodeId: string | null;
  info: Record<string, unknown>;
  timeMs: number;
  createdMs: number;
}

export interface TalkSearch {
  show: TalkShow;
  startDate?: string | undefined;
  endDate?: string | undefined;
  result?: AiCallResult | undefined;
  flowId?: number | undefined;
  customerId?: number | undefined;
  search?: string | undefined;
  /** Readers who see stars find by the end of the number they see. */
  isMasked: boolean;
}

const columns = sql`t.id, t.talk_id "talkId", t.call_id "callId", t.source, t.mode, t.flow_id "flowId", t.flow_name "flowName", t.flow_version "flowVersion", t.number, t.our_number "ourNumber", t.customer_id "customerId",
  coalesce(c.full_name, '') "customerName", coalesce(m.nick_name, '') "userName", t.language, t.started_at "startedAt", greatest(0, extract(epoch from coalesce(t.ended_at, now()) - t.started_at))::int "durationSec", t.result, t.turns,
  t.latency_ms "latencyMs", coalesce(r.has_recording, false) or x.talk is not null "hasRecording", t.variables, t.user_id "userId", ${msOfColumn('t.started_at')} "startedMs"`;
const from = sql`flow_talk t left join customer c on c.id = t.customer_id left join member m on m.user_id = t.user_id left join call_record r on r.call_id = t.call_id left join flow_test_recording x on x.talk = t.id`;

const shows: Record<TalkShow, RawBuilder<unknown>> = {
  live: sql`t.ended_at is null`,
  tests: sql`t.source = 'test'`,
  calls: sql`t.source = 'call'`,
};

function matching({
  show,
  startDate,
  endDate,
  result,
  flowId,
  customerId,
  search,
  isMasked,
}: TalkSearch): RawBuilder<unknown> {
  const parts = [shows[show]];
  if (startDate) parts.push(sql`t.started_at >= ${startDate}::timestamp at time zone 'UTC'`);
  if (endDate) parts.push(sql`t.started_at < ${endDate}::timestamp at time zone 'UTC'`);
  if (result !== undefined) parts.push(sql`t.result = ${result}`);
  if (flowId !== undefined) parts.push(sql`t.flow_id = ${flowId}`);
  if (customerId !== undefined) parts.push(sql`t.customer_id = ${customerId}`);
  if (search) parts.push(found(search, isMasked));
  return sql.join(parts, sql` and `);
}

/** By number where it has digits, else by the names of customer and flow. */
function found(search: string, isMasked: boolean): RawBuilder<unknown> {
  const digits = (isMasked ? search.slice(search.lastIndexOf('*') + 1) : search).replace(/[\s()+.-]/g, '');
  if (/^\d+$/.test(digits))
    return isMasked
      ? beginsWith(sql`t.number_backwards`, backwards(digits.slice(-SEEN_DIGITS)))
      : sql`(${beginsWith(sql`t.number`, digits)} or ${beginsWith(sql`t.number_backwards`, backwards(digits))})`;
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return isMasked
    ? sql`t.flow_name ilike ${words}`
    : sql`(t.flow_name ilike ${words} or exists (select 1 from customer n where n.id = t.customer_id and ${nameHasWords(sql`n.full_name`, search)}))`;
}

/** As many as stars leave over. */
const SEEN_DIGITS = 4;
const backwards = (digits: string): string => [...digits].toReversed().join('');
const beginsWith = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`(${column} >= ${text} and ${column} < ${`${text}~`})`;

/** Conversations of the tenant; nothing here writes but that somebody reads along. */
export function readTalksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page(search: TalkSearch, { offset, size }: { offset: number; size: number }): Promise<TalkRow[]> {
      return (
        await sql<TalkRow>`select ${columns} from ${from} where ${matching(search)} order by t.started_at desc, t.id desc limit ${size} offset ${offset}`.execute(
          rows,
        )
      ).rows;
    },
    /** Counted no further than one over the cap. */
    async total(search: TalkSearch): Promise<number> {
      return (
        await sql<{
          total: number;
        }>`select count(*) total from (select 1 from flow_talk t where ${matching(search)} limit ${TALKS_TOTAL_CAP + 1}) counted`.execute(
          rows,
        )
      ).rows[0]!.total;
    },
    /** Somebody reads it on: while it lasts, pages are told of what is said. */
    async watch(id: number): Promise<void> {
      const longMs = 2 * TALK_READ_EVERY_MS;
      await sql`update flow_talk set watched_until = now() + ${longMs} * interval '1 millisecond'
        where id = ${id} and ended_at is null and (watched_until is null or watched_until < now() + ${longMs / 2} * interval '1 millisecond')`.execute(
        rows,
      );
    },
    async find(talkId: string): Promise<TalkRow | undefined> {
      return (await sql<TalkRow>`select ${columns} from ${from} where t.talk_id = ${talkId}`.execute(rows)).rows[0];
    },
    /** Nobody ends one of these until the end of the transaction; whoever is about to is waited for. */
    async hold(callIds: readonly string[]): Promise<void> {
      await sql`select 1 from flow_talk where call_id = any(${callIds}::text[]) and source = 'call' order by id for share`.execute(
        rows,
      );
    },
    /** Of calls that have ended and of those that go on. */
    async ofCalls(callIds: readonly string[]): Promise<TalkRow[]> {
      return (
        await sql<TalkRow>`select ${columns} from ${from} where t.call_id = any(${callIds}::text[]) and t.source = 'call' order by t.id`.execute(
          rows,
        )
      ).rows;
    },
    async messages(id: number): Promise<StoredMessage[]> {
      return (
        await sql<StoredMessage>`select no, type, node_id "nodeId", info, time_ms "timeMs", created_ms "createdMs" from flow_talk_message where talk = ${id} order by no limit 5000`.execute(
          rows,
        )
      ).rows;
    },
    /** Of a test its own, of a call those of the call; the oldest first. */
    async recordings({
      id,
      talkId,
      callId,
      source,
    }: Pick<TalkRow, 'id' | 'talkId' | 'callId' | 'source'>): Promise<TalkRecording[]> {
      const stored =
        source === 'test'
          ? sql`select 'test' source, ${talkId} "recordingId", duration_ms "durationMs", bytes, created_at from flow_test_recording where talk = ${id}`
          : sql`select 'call' source, recording_id "recordingId", duration_ms "durationMs", bytes, created_at from call_recording where call_id = ${callId} and deleted_at is null`;
      return (
        await sql<TalkRecording>`select source, "recordingId", "durationMs", bytes, ${msOfColumn('created_at')} "createdMs" from (${stored}) stored order by created_at, "recordingId"`.execute(
          rows,
        )
      ).rows;
    },
    async flows(): Promise<{ flowId: number; flowName: string }[]> {
      return (
        await sql<{
          flowId: number;
          flowName: string;
        }>`select id "flowId", name "flowName" from ${flowRows} f order by name, id limit 1000`.execute(rows)
      ).rows;
    },
    /** Before (`at`, `seq`) in whole seconds, the newest first. */
    async before(
      customerIds: readonly number[],
      { at, seq }: { at: string; seq: number },
      size: number,
    ): Promise<TalkRow[]> {
      return (
        await sql<TalkRow>`select ${columns} from ${from} where t.customer_id = any(${customerIds}::bigint[]) and t.source = 'call' and (date_trunc('second', t.started_at), t.id) < (${at}::timestamp at time zone 'UTC', ${seq}::bigint)
        order by date_trunc('second', t.started_at) desc, t.id desc limit ${size}`.execute(rows)
      ).rows;
    },
  };
}
