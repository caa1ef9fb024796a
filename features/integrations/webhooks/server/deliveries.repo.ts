import { sql, type RawBuilder } from 'kysely';
import type { TryFailure } from '../core/after-try.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { KEPT_DAYS, TOTAL_CAP, WAITING_MOST, type DeliveryDetail, type DeliveryState } from '../contract.ts';
import { hiddenOutside } from '#platform/server/number-protection.ts';

export interface NewDelivery {
  hookId: number;
  eventId: string;
  type: string;
  body: string;
  /** Numbers and names stand in it with stars, or not at all. */
  masked: boolean;
}

/** A delivery together with all that is needed to try it. */
export interface TryRow {
  id: number;
  hookId: number;
  eventId: string;
  type: string;
  body: string;
  state: DeliveryState;
  turn: number;
  tries: number;
  /** The hook is on or full, chose events of this type, and does not mask what the body has in clear. */
  wanted: boolean;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until_ms: number | null;
  failing_since_ms: number | null;
}

export interface TryResult {
  state: DeliveryState;
  why: TryFailure | null;
  answerStatus: number | null;
  answer: string;
  durationMs: number;
  atMs: number;
  nextMs: number | null;
}

type DetailRow = DeliveryDetail & { body: string; answer: string; masked: boolean };

const columns = sql`d.id, d.webhook_id "hookId", h.name "hookName", d.event_id "eventId", d.type, d.state, d.tries, d.why, d.answer_status "answerStatus", d.duration_ms "durationMs", d.created_at "createdAt", d.last_try_at "lastTryAt", d.next_try_at "nextTryAt"`;

/** What is on its way, and how it went. */
export function deliveriesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Null when this event is on its way to this address already. */
    async add({ hookId, eventId, type, body, masked }: NewDelivery, atMs: number): Promise<number | null> {
      const added = await sql<{ id: number }>`
        insert into webhook_delivery (webhook_id, event_id, type, body, masked, created_at, next_try_at) values (${hookId}, ${eventId}, ${type}, ${body}, ${masked}, ${momentOfMs(atMs)}, ${momentOfMs(atMs)})
        on conflict (webhook_id, event_id) do nothing returning id`.execute(rows);
      return added.rows[0]?.id ?? null;
    },
    /** So many wait that one more would be too many. */
    async isFull(hookId: number): Promise<boolean> {
      return (
        (
          await sql`select 1 from webhook_delivery where webhook_id = ${hookId} and state = 'waiting' offset ${WAITING_MOST - 1} limit 1`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    async toTry(id: number): Promise<TryRow | undefined> {
      return (
        await sql<TryRow>`
        select d.id, d.webhook_id "hookId", d.event_id "eventId", d.type, d.body, d.state, d.turn, d.tries, (h.enabled or h.stopped = 'full') and d.type = any(h.events) and (d.masked or not (h.mask_numbers or ${hiddenOutside(sql`d.tenant_id`)})) wanted, h.url, h.secret, h.previous_secret, ${msOfColumn('h.previous_until')} previous_until_ms, ${msOfColumn('h.failing_since')} failing_since_ms
        from webhook_delivery d join webhook h on h.id = d.webhook_id where d.id = ${id}`.execute(rows)
      ).rows[0];
    },
    /** Answers the turn that follows, or null when somebody else has had this one. */
    async note(
      id: number,
      turn: number,
      { state, why, answerStatus, answer, durationMs, atMs, nextMs }: TryResult,
    ): Promise<number | null> {
      const noted = await sql<{ turn: number }>`
        update webhook_delivery set state = ${state}, turn = turn + 1, tries = tries + 1, why = ${why}, answer_status = ${answerStatus}, answer = ${answer}, duration_ms = ${durationMs}, last_try_at = ${momentOfMs(atMs)}, next_try_at = ${momentOfMs(nextMs)}
        where id = ${id} and turn = ${turn} returning turn`.execute(rows);
      return noted.rows[0]?.turn ?? null;
    },
    /** A hook that is off or changed its mind takes nothing; what waited for it is not sent later by surprise. */
    async giveUp(id: number, turn: number): Promise<void> {
      await sql`update webhook_delivery set state = 'failed', turn = turn + 1, why = 'off', next_try_at = null where id = ${id} and turn = ${turn}`.execute(
        rows,
      );
    },
    /** Not tried now: nothing but its hour changes. */
    async postpone(id: number, nextMs: number): Promise<void> {
      await sql`update webhook_delivery set next_try_at = ${momentOfMs(nextMs)} where id = ${id}`.execute(rows);
    },
    /** Back to its first try; answers the new turn. */
    async restart(id: number, nowMs: number): Promise<number> {
      return (
        await sql<{
          turn: number;
        }>`update webhook_delivery set state = 'waiting', turn = turn + 1, tries = 0, next_try_at = ${momentOfMs(nowMs)} where id = ${id} returning turn`.execute(
          rows,
        )
      ).rows[0]!.turn;
    },

    async page({
      page,
      size,
      hookId,
      state,
      type,
    }: {
      page: number;
      size: number;
      hookId?: number | undefined;
      state?: DeliveryState | undefined;
      type?: string | undefined;
    }): Promise<{ list: DeliveryDetail[]; total: number }> {
      const parts: RawBuilder<unknown>[] = [sql`true`];
      if (hookId) parts.push(sql`d.webhook_id = ${hookId}`);
      // The index of those that are not delivered is found only when the condition says so.
      if (state)
        parts.push(
          state === 'delivered' ? sql`d.state = 'delivered'` : sql`d.state = ${state} and d.state <> 'delivered'`,
        );
      if (type) parts.push(sql`d.type = ${type}`);
      const where = sql.join(parts, sql` and `);
      const counted = await sql<{
        total: number;
      }>`select count(*) total from (select 1 from webhook_delivery d where ${where} limit ${TOTAL_CAP}) counted`.execute(
        rows,
      );
      const { rows: list } =
        await sql<DeliveryDetail>`select ${columns} from webhook_delivery d join webhook h on h.id = d.webhook_id where ${where} order by d.id desc limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list, total: counted.rows[0]!.total };
    },
    async find(id: number): Promise<DetailRow | undefined> {
      return (
        await sql<DetailRow>`select ${columns}, d.body, d.answer, d.masked from webhook_delivery d join webhook h on h.id = d.webhook_id where d.id = ${id}`.execute(
          rows,
        )
      ).rows[0];
    },
  };
}

/** Forgets what is older than people may ask about; answers how many, at most `most`. */
export async function forgetOld(tx: Tx, nowMs: number, most: number): Promise<number> {
  const gone = await sql`
    delete from webhook_delivery where id in (select id from webhook_delivery where created_at < ${momentOfMs(nowMs)} - ${KEPT_DAYS} * interval '1 day' order by created_at limit ${most})`.execute(
    tx.as(),
  );
  return Number(gone.numAffectedRows ?? 0);
}
