import { sql } from 'kysely';
import type { NoticeFeed, PersonRef } from '#platform/server/contributions.ts';
import { isUnavailable, type Tx } from '#platform/server/db/db.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import { UNREAD_MS } from '../core/notice-words.ts';
import { PAGE_LEFT } from './subscriptions.repo.ts';
import { NOTIFY_TASK } from './notice-sending.ts';

/** How late somebody hears of what waits, besides. */
const EVERY_MS = 5_000;
/** While nothing happens: somebody's page may have ended without a word. */
const SELDOM_MS = 60_000;
/** What happens now may be told after this long at the latest. */
const STIRRED_MS = UNREAD_MS + 2 * EVERY_MS;
/** Whatever is told to pages rings here, messages of visitors and conversations that were given to somebody among it. */
const PUSHED_TO_PAGES = 'outbox';

/**
 * Looks for what waits for people who have no page before their eyes, as long as something happens at all. It asks instead of
 * being told: who has no device for notices costs nothing, and no message costs more for it. Every process looks; a row that one
 * of them writes tells it once.
 */
export function openLook(
  { db, clock, catalogue, log }: Pick<World, 'db' | 'clock' | 'catalogue' | 'log'>,
  after: After = systemTimer,
) {
  const look = (): Promise<void> =>
    db.everyTenant('devices of all tenants', async (tx) => {
      for (const source of catalogue.notices)
        if (source.waiting) await lookFor(tx, source.kind, source.waiting, clock.nowMs() - UNREAD_MS);
    });

  let isOver = false;
  let stirredUntilMs = 0;
  /** Null while it looks. */
  let waiting: { untilMs: number; end(): void } | null = null;
  let looking: Promise<void> = Promise.resolve();
  const hearings: (() => void)[] = [];

  function lookIn(ms: number): void {
    waiting = {
      untilMs: clock.monotonicMs() + ms,
      end: after(ms, () => {
        waiting = null;
        looking = look()
          .catch((problem: unknown) => {
            if (!isUnavailable(problem)) log.error({ err: problem }, 'what waits for people could not be looked for');
          })
          .finally(() => isOver || lookIn(clock.monotonicMs() < stirredUntilMs ? EVERY_MS : SELDOM_MS));
      }),
    };
  }

  function stirred(): void {
    const nowMs = clock.monotonicMs();
    stirredUntilMs = nowMs + STIRRED_MS;
    if (isOver || !waiting || waiting.untilMs <= nowMs + EVERY_MS) return;
    waiting.end();
    lookIn(EVERY_MS);
  }

  return {
    look,
    async start() {
      for (const channel of [PUSHED_TO_PAGES, PAGE_LEFT]) hearings.push(await db.listen(channel, stirred));
      // What a process that stopped was about to tell.
      stirredUntilMs = clock.monotonicMs() + STIRRED_MS;
      lookIn(EVERY_MS);
    },
    async stop() {
      isOver = true;
      for (const unsubscribe of hearings.splice(0)) unsubscribe();
      waiting?.end();
      await looking;
    },
  };
}

async function lookFor(
  tx: Tx,
  kind: NoticeFeed['kind'],
  waiting: NonNullable<NoticeFeed['waiting']>,
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
    if (fresh.length > 0) await tx.enqueue(NOTIFY_TASK, { tenantId, userId, kind, subject });
  }
}
