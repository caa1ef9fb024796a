import type { ChannelRow } from '#features/chat/chat/server/index.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { opening } from '../core/opening-hours.ts';
import { settingsOf } from './channels.repo.ts';

/** The group that takes calls from this channel now; null outside the hours, its own or the channel's, and when it is gone. */
export async function calledNow(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  channel: ChannelRow,
): Promise<number | null> {
  const { call_group_id: groupId, hours, time_zone } = settingsOf(channel);
  if (groupId === null || !opening(hours, time_zone, clock.nowMs()).open) return null;
  return db.tenant({ tenantId: channel.tenant_id }, async (tx) => {
    if (!(await hasGroup(tx, groupId))) return null;
    // A group that is away would only take messages.
    return (await closedNow(tx, { numberId: null, nowMs: clock.nowMs() })).group(groupId) === null ? groupId : null;
  });
}
