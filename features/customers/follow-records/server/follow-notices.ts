import { maskName } from '#core/privacy/name-mask.ts';
import type { NoticeFeed } from '#platform/server/contributions.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { followRecordsRepo } from './follow-records.repo.ts';

/** A follow-up whose time has come; not once it is done, or another's to do. */
export const followNotices = ({ db }: Pick<World, 'db'>): NoticeFeed => ({
  kind: 'followUp',
  async describeSubject(reader, subject) {
    if (!mayUse(reader, 'follow-records.use')) return null;
    const row = await db.tenant({ tenantId: reader.tenantId }, (tx) => followRecordsRepo(tx).find(Number(subject)));
    if (!row || row.done_at !== null || row.assignee_id !== reader.userId) return null;
    return { who: reader.needsMasking ? maskName(row.customer_name) : row.customer_name, address: '/followUps' };
  },
});
