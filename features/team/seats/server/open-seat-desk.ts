import { sql } from 'kysely';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { OpenPages } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { Failure } from '#shared/errors.ts';
import { areShared, leaveSeat, seatLostMs, serveSeats } from './shared-seats.ts';
import type { SeatDesk, SeatPerson } from './seat-desk.ts';
import { noteEverybody, noteWaiting, noteWorking } from './seat-sightings.ts';
import { seatClaimsRepo } from './seat-claims.repo.ts';
import { seatsRepo } from './seats.repo.ts';
import { goOnline, takeOffline } from './take-offline.ts';

const TICK_MS = 1_000;
/** What is seen is written down this often. */
const SEEN_EVERY_MS = 10_000;
/** After a longer break nobody is blamed for what we could not see. */
const AWAY_MS = 5_000;
const kinds: readonly SeatKind[] = ['text', 'voice'];

export function openSeatDesk({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>): SeatDesk {
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

  async function noteSeen(pages: OpenPages): Promise<void> {
    const nowMs = clock.nowMs();
    if (nowMs - lookedMs > AWAY_MS) await noteEverybody(db, nowMs);
    else if (nowMs - writtenMs >= SEEN_EVERY_MS) {
      await noteWorking(db, nowMs);
      await noteWaiting(db, pages, nowMs);
    } else return;
    writtenMs = nowMs;
  }

  async function tick(pages: OpenPages): Promise<void> {
    await noteSeen(pages);
    const nowMs = clock.nowMs();
    const { rows } = await db.everyTenant('lines for seats', (tx) =>
      sql<{ tenantId: number; kind: SeatKind }>`
      select distinct tenant_id "tenantId", kind from seat_claim
      where granted_at is null or seen_at <= ${momentOfMs(nowMs - seatLostMs('text'))} or (kind = 'voice' and seen_at <= ${momentOfMs(nowMs - seatLostMs('voice'))})`.execute(
        tx.as(),
      ),
    );
    for (const { tenantId, kind } of rows) await serve(tenantId, kind);
    lookedMs = clock.nowMs();
  }

  const serve = (tenantId: number, kind: SeatKind): Promise<void> =>
    holding({ tenantId }, kind, (tx) => serveSeats(tx, kind, clock.nowMs()));
  const leave = (person: SeatPerson, kind: SeatKind): Promise<void> =>
    holding(person, kind, (tx) => leaveSeat(tx, person.userId, kind, clock.nowMs()));

  return {
    tick,
    serve,

    allocate: (person, kind) =>
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

    leave,

    async signedOut(sessionId) {
      const { rows } = await db.everyTenant('whose session it was', (tx) =>
        sql<SeatPerson>`
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

    async rulesChanged(tenantId) {
      for (const kind of kinds) await serve(tenantId, kind);
    },

    start(pages) {
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
    async stop() {
      clearInterval(timer);
      await ticking;
    },
  };
}
