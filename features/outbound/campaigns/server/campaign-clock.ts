import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { finalStatusOf } from '../core/attempt-end.ts';
import { attemptsRepo } from './attempts.repo.ts';
import { announceToPrograms } from './campaign-news.ts';
import { clockedCampaignsRepo } from './clocked-campaigns.repo.ts';
import { finishIfDone } from './close-member.ts';
import { dialledAttempts } from './dialled-attempts.ts';
import { endAttempts } from './end-attempts.ts';
import { moveCampaign } from './move-campaign.ts';

/** An attempt without a call after so long was never dialled, or nobody heard of it. */
const UNHEARD_MS = 600_000;
/** Nobody talks so long: the end of the call was lost. */
const UNENDED_MS = 86_400_000;

/**
 * Campaigns begin and expire by the clock; those end whose last file came to nothing after their customers were done with; attempts nobody
 * can decide end as unknown.
 */
export const campaignClock = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'campaigns.clock',
  cron: '* * * * *',
  async run() {
    const nowMs = clock.nowMs();
    const moment = new Date(nowMs).toISOString();
    const [unheard, unended] = [UNHEARD_MS, UNENDED_MS].map((ms) => new Date(nowMs - ms).toISOString());
    const end = { status: finalStatusOf({ by: 'nobody' }), result: null, talkSec: 0, endedMs: nowMs };
    const { rows } = await db.everyTenant('tenants whose campaigns go by the clock', (tx) =>
      sql<{ tenantId: number }>`
        select tenant_id "tenantId" from campaign where removed_at is null and state = 'ready' and start_at <= ${moment}::timestamptz
        union select tenant_id from campaign where removed_at is null and state in ('draft', 'ready', 'running', 'paused') and expires_at <= ${moment}::timestamptz
        union select tenant_id from campaign where removed_at is null and state in ('running', 'paused') and customers > 0 and completed >= customers
        union select tenant_id from campaign_attempt where ended_at is null
          and ((status = ${LiveCallStatus.dialing} and began_at < ${unheard}::timestamptz) or began_at < ${unended}::timestamptz)`.execute(
        tx.as(),
      ),
    );
    for (const { tenantId } of rows) {
      await db.tenant({ tenantId }, async (tx) => {
        for (const id of await clockedCampaignsRepo(tx).dueByClock(nowMs))
          await moveCampaign(tx, id, { type: 'tick' }, nowMs);
      });
      // Each in a transaction of its own: campaigns are held after customers and attempts, as everywhere.
      await db.tenant({ tenantId }, async (tx) => {
        const attempts = attemptsRepo(tx);
        const since = { uncalledMs: nowMs - UNHEARD_MS, unendedMs: nowMs - UNENDED_MS };
        const ended = new Map<number, number[]>();
        for (const id of await attempts.forgotten(since)) {
          const campaignId = await attempts.end(id, end);
          if (campaignId !== null) ended.set(campaignId, [...(ended.get(campaignId) ?? []), id]);
        }
        for (const [campaignId, attemptIds] of [...ended].toSorted(([a], [b]) => a - b))
          await announceToPrograms(tx, campaignId, { attemptIds });
      });
      await db.tenant({ tenantId }, async (tx) => {
        const lost = await dialledAttempts(tx).underWay({ beforeMs: nowMs - UNENDED_MS });
        await endAttempts(
          tx,
          lost.map(({ callId }) => ({ ...end, callId })),
          nowMs,
        );
      });
      await db.tenant({ tenantId }, async (tx) => {
        for (const id of await clockedCampaignsRepo(tx).allDone()) await finishIfDone(tx, id, nowMs);
      });
    }
  },
});
