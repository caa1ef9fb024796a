import type { TaskCall, TaskCalls } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { finalStatusOf } from '../core/attempt-end.ts';
import { attemptsRepo } from './attempts.repo.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';
import { mayCallNow } from './may-call-now.ts';
import { membersRepo, type CampaignMember } from './members.repo.ts';

/** Whom a call of a task goes to: a customer of the campaign who is this agent's. */
async function calledMember(
  tx: TenantTx,
  { taskId, number, customerId, userId }: TaskCall,
): Promise<{ campaign: CampaignRow; member: CampaignMember } | null> {
  if (!/^\d{1,15}$/.test(taskId)) return null;
  const campaign = await campaignsRepo(tx).find(Number(taskId));
  if (campaign?.kind !== 'preview') return null;
  const member = await membersRepo(tx).called(campaign.id, number, customerId === null ? null : Number(customerId));
  return member?.agentId === userId ? { campaign, member } : null;
}

/** Calls that phones make for campaigns. The attempt is a row before the call leaves; the page has made one a moment ago, or it is made here. */
export const campaignCalls = ({ clock }: Pick<World, 'clock'>): TaskCalls => ({
  async leaving(tx, call) {
    const found = await calledMember(tx, call);
    if (!found) return null;
    const { campaign, member } = found;
    const attempts = attemptsRepo(tx);
    const nowMs = clock.nowMs();
    if ((await attempts.waiting(member.id, call.userId)) === null) {
      const may = await mayCallNow(tx, campaign, member, nowMs, { counts: true });
      if (!may.allowed) return { refused: may.why === 'blacklisted' ? 'numberBlacklisted' : 'cannotCallNumber' };
      await attempts.begin({
        campaignId: campaign.id,
        memberId: member.id,
        customerId: member.customerId,
        number: call.number,
        userId: call.userId,
        nowMs,
      });
    }
    return { taskName: campaign.name, customerId: member.customerId === null ? null : String(member.customerId) };
  },
  async refused(tx, call, why) {
    const found = await calledMember(tx, call);
    const id = found && (await attemptsRepo(tx).waiting(found.member.id, call.userId));
    if (id !== null && id !== undefined)
      await attemptsRepo(tx).end(id, {
        status: finalStatusOf({ by: 'plan', refused: why }),
        result: null,
        talkSec: 0,
        endedMs: clock.nowMs(),
      });
  },
});
