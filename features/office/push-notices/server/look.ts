import { sql } from 'kysely';
import type { TellsPeople, PersonRef } from '#platform/server/contributions.ts';
import { isUnavailable, type Tx } from '#platform/server/db/db.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import { UNREAD_MS } from '../core/notice-words.ts';
import { TELL_TASK } from './tell.ts';

/** How late somebody hears of what waits, besides. */
const EVERY_MS = 5_000;

/**
 * Looks for what waits for people who have no page before their eyes. It asks instead of being told: who has no device for
 * notices costs nothing, and no message costs more for it. Every process looks; a row that one of them writes tells it once.
 */
export function openLook({ db, clock, catalogue, log }: Pick<World, 'db' | 'clock' | 'catalogue' | 'log'>) {
  const look = (): Promise<void> =>
    db.everyTenant('devices of all tenants', async (tx) => {
      for (const source of catalogue.notices)
        if (source.waiting) await lookFor(tx, source.kind, source.waiting, clock.nowMs() - UNREAD_MS);
    });

  let stop: (() => void) | null = null;
  let looking: Promise<void> = Promise.resolve();
  const again = (): void => {
    stop = systemTimer(EVERY_MS, () => {
      looking = look()
        .catch((problem: unknown) => {
          if (!isUnavailable(problem)) log.error({ err: problem }, 'what waits for people could not be looked for');
        })
        .finally(() => stop && again());
    });
  };
  return {
    look,
    start: again,
    async stop() {
      stop?.();
      stop = null;
      await looking;
    },
  };
}

async function lookFor(
  tx: Tx,
  kind: TellsPeople['kind'],
  waiting: NonNullable<TellsPeople['waiting']>,
  beforeMs: number,
): Promise<void> {
  const { rows: people } = await sql<PersonRef>`
    select distinct s.tenant_id "tenantId", s.user_id "userId" from push_subscription s
    where ${kind} = any(s.kinds) and not exists (
      select from push_presence p where p.tenant_id = s.tenant_id and p.user_id = s.user_id and p.until > now())`.execute(
    tx.as(),
  );
  if (people.length === 0) return;
  for (const { tenantId, userId, subject, no } of await waiting(tx, people, beforeMs)) {
    const { rows: fresh } = await sql`
      insert into push_told as t (tenant_id, user_id, kind, subject, no) values (${tenantId}, ${userId}, ${kind}, ${subject}, ${no})
      on conflict (tenant_id, user_id, kind, subject) do update set no = excluded.no, told_at = now() where t.no < excluded.no
      returning no`.execute(tx.as());
    if (fresh.length > 0) await tx.enqueue(TELL_TASK, { tenantId, userId, kind, subject });
  }
}
