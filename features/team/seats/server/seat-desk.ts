import { sql } from 'kysely';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import type { OpenPages } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { Failure } from '#shared/errors.ts';
import { areShared, leaveSeat, seatLostMs, serveSeats } from './shared-seats.ts';
import { moment, seatClaimsRepo, working } from './seat-claims.repo.ts';
import { seatsRepo } from './seats.repo.ts';
import { goOnline, takeOffline } from './take-offline.ts';

interface Person {
  tenantId: number;
  userId: number;
}

const TICK_MS = 1_000;
/** What is seen is written down this often. */
const SEEN_EVERY_MS = 10_000;
/** After a longer break nobody is blamed for what we could not see. */
const AWAY_MS = 5_000;
const kinds: readonly SeatKind[] = ['text', 'voice'];

/** Shared seats, given out by requests and by the passing time. Any process may do it; the lock of tenant and kind orders them. */
export function openSeatDesk({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>) {
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | null = null;
  let [lookedMs, writtenMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const holding = <T>(
    { tenantId }: { tenantId: number },
    kind: SeatKind,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> =>
    db.tenant({ tenantId }, async (tx) => {
      await seatClaimsRepo(tx).lock(kind);
      return work(tx);
    });

  /** Whoever works, and whoever waits with a page at this process, is there. */
  async function noteSeen(pages: OpenPages): Promise<void> {
    const nowMs = clock.nowMs();
    if (nowMs - lookedMs > AWAY_MS) {
      await db.everyTenant('seats nobody could look after', (tx) =>
        sql`update seat_claim set seen_at = greatest(seen_at, ${moment(nowMs)})`.execute(tx.as()),
      );
    } else if (nowMs - writtenMs >= SEEN_EVERY_MS) {
      await db.everyTenant('who works', (tx) =>
        sql`
        update seat_claim c set seen_at = ${moment(nowMs)} from (${working('voice')}) w where c.tenant_id = w.tenant_id and c.user_id = w.user_id and c.kind = 'voice' and c.granted_at is not null`.execute(
          tx.as(),
        ),
      );
      // The line of the page, not the switch: that goes off later.
      await db.everyTenant('who works', (tx) =>
        sql`
        update seat_claim c set seen_at = s.seen_at
        from seat_claim k join seat_presence p on p.tenant_id = k.tenant_id and p.user_id = k.user_id and p.online
          cross join lateral (select least(max(x.seen_at), ${moment(nowMs)}) seen_at from chat_socket x where x.tenant_id = k.tenant_id and x.user_id = k.user_id having count(*) > 0) s
        where k.kind = 'text' and k.granted_at is not null and c.tenant_id = k.tenant_id and c.user_id = k.user_id and c.kind = k.kind and c.seen_at < s.seen_at`.execute(
          tx.as(),
        ),
      );
      const { rows } = await db.everyTenant('who waits', (tx) =>
        sql<Person>`select distinct tenant_id "tenantId", user_id "userId" from seat_claim where granted_at is null`.execute(
          tx.as(),
        ),
      );
      const here = rows.filter((person) => pages.areOpen(person));
      if (here.length > 0) {
        await db.everyTenant('who waits', (tx) =>
          sql`
          update seat_claim c set seen_at = ${moment(nowMs)} from unnest(${here.map(({ tenantId }) => tenantId)}::bigint[], ${here.map(({ userId }) => userId)}::bigint[]) p (tenant_id, user_id)
          where c.tenant_id = p.tenant_id and c.user_id = p.user_id and c.granted_at is null`.execute(tx.as()),
        );
      }
    } else return;
    writtenMs = nowMs;
  }

  async function tick(pages: OpenPages): Promise<void> {
    await noteSeen(pages);
    const nowMs = clock.nowMs();
    const { rows } = await db.everyTenant('lines for seats', (tx) =>
      sql<{ tenantId: number; kind: SeatKind }>`
      select distinct tenant_id "tenantId", kind from seat_claim
      where granted_at is null or seen_at <= ${moment(nowMs - seatLostMs('text'))} or (kind = 'voice' and seen_at <= ${moment(nowMs - seatLostMs('voice'))})`.execute(
        tx.as(),
      ),
    );
    for (const { tenantId, kind } of rows) await serve(tenantId, kind);
    lookedMs = clock.nowMs();
  }

  const serve = (tenantId: number, kind: SeatKind): Promise<void> =>
    holding({ tenantId }, kind, (tx) => serveSeats(tx, kind, clock.nowMs()));
  const leave = (person: Person, kind: SeatKind): Promise<void> =>
    holding(person, kind, (tx) => leaveSeat(tx, person.userId, kind, clock.nowMs()));

  return {
    tick,
    serve,

    /** A seat at once, or a place in the line. */
    allocate: (person: Person, kind: SeatKind): Promise<{ granted: boolean; ahead: number }> =>
      holding(person, kind, async (tx) => {
        const { userId } = person;
        const row = (await seatsRepo(tx).find(userId))!;
        if (!(kind === 'text' ? row.textSeat : row.voiceSeat)) throw new Failure('seatMissing');
        if (!(await areShared(tx))) {
          if (kind === 'text') await goOnline(tx, userId);
          return { granted: true, ahead: 0 };
        }
        const repo = seatClaimsRepo(tx);
        await repo.ask(userId, kind, clock.nowMs());
        await serveSeats(tx, kind, clock.nowMs());
        const { at, ahead } = await repo.place(userId, kind);
        return { granted: at === 'granted', ahead };
      }),

    /** Somebody went offline, or waits no longer: the seat, or the place, is free. Whoever works keeps it. */
    leave,

    /** A session ended: whoever has no other one leaves what they have and what they wait for. */
    async signedOut(sessionId: number): Promise<void> {
      const { rows } = await db.everyTenant('whose session it was', (tx) =>
        sql<Person>`
        select s.tenant_id "tenantId", s.user_id "userId" from session s
        where s.id = ${sessionId} and exists (select from seat_claim c where c.tenant_id = s.tenant_id and c.user_id = s.user_id)
          and not exists (select from session o where o.user_id = s.user_id and o.tenant_id = s.tenant_id and o.ended_at is null and o.expires_at > now())`.execute(
          tx.as(),
        ),
      );
      for (const person of rows) {
        await db.tenant(person, (tx) => takeOffline(tx, person.userId));
        for (const kind of kinds) await leave(person, kind);
      }
    },

    /** How seats are obtained, or how many there are, has changed. */
    async rulesChanged(tenantId: number): Promise<void> {
      for (const kind of kinds) await serve(tenantId, kind);
    },

    start(pages: OpenPages): void {
      timer = setInterval(() => {
        // A slow database is not asked twice at once.
        ticking ??= tick(pages)
          .catch(
            (problem: unknown) =>
              void (
                isUnavailable(problem) ||
                log.error({ err: problem }, 'seats could not be given out; the next second tries again')
              ),
          )
          .finally(() => (ticking = null));
      }, TICK_MS);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await ticking;
    },
  };
}

export type SeatDesk = ReturnType<typeof openSeatDesk>;
