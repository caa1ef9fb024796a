import { sql } from 'kysely';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { isUnavailable, type Db } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { NOTICE_DUE, pushNoticesApi } from '../contract.ts';
import { pushHandlers } from './handlers.ts';
import { openLook } from './look.ts';
import { openPushKey } from './push-key.ts';
import { openNoticeSending, type NoticeWorld } from './notice-sending.ts';

export { resealPushKey } from './push-key.ts';

/** Tells people on their devices what waits for them while they have no page before their eyes. */
export function pushNotices(world: NoticeWorld & Pick<World, 'allowPrivate' | 'log'>): ServerFeature {
  const { db, sessions, log } = world;
  const pushKey = openPushKey(db);
  const noticeSending = openNoticeSending(world, pushKey);
  const look = openLook(world);
  let stopListening: (() => void) | null = null;
  return {
    name: 'push-notices',
    routes: routes('push-notices', pushNoticesApi, pushHandlers({ ...world, pushKey, noticeSending })),
    jobs: [...noticeSending.jobs, forgetJob(db)],
    subscriptions: { [NOTICE_DUE]: noticeSending.notify },
    async start() {
      stopListening = sessions.onEnded((sessionId) => {
        forgetSession(db, sessionId).catch((problem: unknown) => {
          // Nothing is sent to it in any case; the nightly job takes it away.
          if (!isUnavailable(problem)) log.error({ err: problem }, 'devices of a session that ended stay for now');
        });
      });
      await look.start();
    },
    async stop() {
      stopListening?.();
      await look.stop();
    },
  };
}

const forgetSession = (db: Db, sessionId: number): Promise<unknown> =>
  db.everyTenant('a session that ended', (tx) =>
    sql`delete from push_subscription where session_id = ${sessionId}`.execute(tx.as()),
  );

/** What nobody needs any more: devices of sign-ins that are over, pages that were closed, what was told long ago. */
const forgetJob = (db: Db): Job => ({
  task: 'push-notices.forget',
  cron: '20 3 * * *',
  async run() {
    await db.everyTenant('what grew old in all tenants', async (tx) => {
      await sql`delete from push_subscription p using session s where s.id = p.session_id and (s.ended_at is not null or s.expires_at < now())`.execute(
        tx.as(),
      );
      await sql`delete from push_presence where until < now()`.execute(tx.as());
      await sql`delete from push_told where told_at < now() - interval '7 days'`.execute(tx.as());
    });
  },
});
