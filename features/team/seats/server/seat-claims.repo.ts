import { sql } from 'kysely';
import type { SeatClaim } from '../core/seat-line.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import type { SeatPlace } from '../contract.ts';

const rightTo = (kind: SeatKind) => sql.ref(`m.${kind}_seat`);

/** Who takes conversations, or calls, of one kind of seat. */
export const working = (kind: SeatKind) =>
  kind === 'text'
    ? sql`select tenant_id, user_id from seat_presence where online`
    : sql`select tenant_id, user_id from agent_state where status <> 0`;

/** A claim with what the person does; `hasRow` is false for somebody who works without ever having asked. */
export interface ClaimRow extends SeatClaim {
  hasRow: boolean;
}

/** Seats of one tenant that are shared. Every change needs the lock of the kind, taken before any other. */
export function seatClaimsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    lock: (kind: SeatKind): Promise<void> => takeTurn(tx, `seats.${kind}`),
    async claims(kind: SeatKind): Promise<ClaimRow[]> {
      const found = await sql<ClaimRow>`
        select user_id "userId", coalesce(c.no, 0) "askedNo", c.user_id is null or c.granted_at is not null "isGranted", w.user_id is not null "isWorking", m.enabled and ${rightTo(kind)} "mayWork",
          coalesce(${msOfColumn('c.seen_at')}, 0) "seenMs", c.user_id is not null "hasRow"
        from (select * from seat_claim where kind = ${kind}) c full join (${working(kind)}) w using (tenant_id, user_id) join member m using (tenant_id, user_id)
        where c.user_id is not null or (m.enabled and ${rightTo(kind)})`.execute(rows);
      return found.rows;
    },
    /** Keeps the place, or the seat, of whoever asked before. */
    async ask(userId: number, kind: SeatKind, nowMs: number): Promise<void> {
      await sql`insert into seat_claim (user_id, kind, seen_at) values (${userId}, ${kind}, ${momentOfMs(nowMs)}) on conflict (tenant_id, user_id, kind) do update set seen_at = excluded.seen_at`.execute(
        rows,
      );
    },
    async grant(userIds: readonly number[], kind: SeatKind, nowMs: number): Promise<void> {
      if (userIds.length === 0) return;
      await sql`insert into seat_claim (user_id, kind, granted_at, seen_at) select id, ${kind}, ${momentOfMs(nowMs)}, ${momentOfMs(nowMs)} from unnest(${userIds}::bigint[]) id
        on conflict (tenant_id, user_id, kind) do update set granted_at = excluded.granted_at, seen_at = excluded.seen_at`.execute(
        rows,
      );
    },
    async remove(userIds: readonly number[], kind: SeatKind): Promise<void> {
      if (userIds.length > 0)
        await sql`delete from seat_claim where user_id = any(${userIds}::bigint[]) and kind = ${kind}`.execute(rows);
    },
    /** Answers whether a claim was there. Whoever works stays. */
    async leave(userId: number, kind: SeatKind): Promise<boolean> {
      const left =
        await sql`delete from seat_claim where user_id = ${userId} and kind = ${kind} and not exists (select from (${working(kind)}) w where w.user_id = ${userId}) returning 1`.execute(
          rows,
        );
      return left.rows.length > 0;
    },
    /** Whether the person has a granted seat that is not lost yet, or works; the seat counts as used now. */
    async use(userId: number, kind: SeatKind, lostMs: number, nowMs: number): Promise<boolean> {
      const used =
        await sql`update seat_claim set seen_at = ${momentOfMs(nowMs)} where user_id = ${userId} and kind = ${kind} and granted_at is not null and seen_at > ${momentOfMs(nowMs - lostMs)} returning 1`.execute(
          rows,
        );
      if (used.rows.length > 0) return true;
      const found = await sql`select from (${working(kind)}) w where w.user_id = ${userId}`.execute(rows);
      return found.rows.length > 0;
    },
    async place(userId: number, kind: SeatKind): Promise<SeatPlace> {
      const found = await sql<{ isGranted: boolean; ahead: number }>`
        select c.granted_at is not null "isGranted", (select count(*) from seat_claim o where o.kind = c.kind and o.granted_at is null and o.no < c.no)::int ahead from seat_claim c where c.user_id = ${userId} and c.kind = ${kind}`.execute(
        rows,
      );
      const [own] = found.rows;
      if (!own) return { at: 'none', ahead: 0 };
      return own.isGranted ? { at: 'granted', ahead: 0 } : { at: 'waiting', ahead: own.ahead };
    },
    async counts(kind: SeatKind): Promise<{ working: number; waiting: number }> {
      const found = await sql<{ working: number; waiting: number }>`
        select (select count(*) from (${working(kind)}) w join member m using (tenant_id, user_id) where m.enabled and ${rightTo(kind)})::int working,
          (select count(*) from seat_claim where kind = ${kind} and granted_at is null)::int waiting`.execute(rows);
      return found.rows[0]!;
    },
  };
}
