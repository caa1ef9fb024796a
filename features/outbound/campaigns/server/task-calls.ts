import { countryOf } from '#core/call/number-country.ts';
import type { TaskCall, TaskCalls } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { FailureName } from '#shared/errors.ts';
import { finalStatusOf } from '../core/attempt-end.ts';
import { attemptsRepo } from './attempts.repo.ts';
import { announceToPrograms } from './campaign-news.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';
import { dialsRepo } from './dials.repo.ts';
import { mayCallNow } from './may-call-now.ts';
import { membersRepo, type CampaignMember } from './members.repo.ts';

/** Whom a call of a task goes to: a customer of the campaign who is this agent's. */
async function calledMember(
  tx: TenantTx,
  { taskId, number, customerId, userId }: TaskCall,
  options: { locked?: boolean } = {},
): Promise<{ campaign: CampaignRow; member: CampaignMember } | null> {
  if (!/^\d{1,15}$/.test(taskId)) return null;
  const campaign = await campaignsRepo(tx).find(Number(taskId));
  if (campaign?.kind !== 'preview') return null;
  const ofOurs = customerId === null ? null : Number(customerId);
  const member = await membersRepo(tx).called(campaign.id, number, ofOurs, options);
  return member?.agentId === userId && member.closedBy !== 'removed' ? { campaign, member } : null;
}

/** A customer may have other numbers than the one of the list: who dials one of them is asked about that one. */
const asDialled = (member: CampaignMember, number: string): CampaignMember =>
  number === member.number ? member : { ...member, number, country: countryOf(number) ?? '' };

/** An attempt whose call was refused is over. */
async function endUncalled(
  tx: TenantTx,
  id: number,
  why: { refused: FailureName; detail?: string },
  endedMs: number,
): Promise<void> {
  const end = { status: finalStatusOf({ by: 'plan', ...why }), result: null, talkSec: 0, endedMs };
  const campaignId = await attemptsRepo(tx).end(id, end);
  if (campaignId !== null) await announceToPrograms(tx, campaignId, { attemptIds: [id] });
}

/** Calls that phones make for campaigns. The attempt is a row before the call leaves; the page has made one a moment ago, or it is made here. */
export const campaignCalls = ({ clock }: Pick<World, 'clock'>): TaskCalls => ({
  async leaving(tx, call) {
    // The customer before the number, as the page does: two that held one each would wait for each other.
    const found = await calledMember(tx, call, { locked: true });
    if (!found) return null;
    const { campaign, member } = found;
    const attempts = attemptsRepo(tx);
    const nowMs = clock.nowMs();
    // Taken by this dial alone: another in the same moment has an attempt of its own.
    const attemptId = await dialsRepo(tx).leave(member.id, call.userId, call.callId, nowMs);
    // Asked also where the page has asked: since then they may have said no, or the task was paused.
    const may = await mayCallNow(tx, campaign, asDialled(member, call.number), nowMs, {
      counts: true,
      attemptId,
      userId: call.userId,
    });
    if (!may.allowed) {
      const isListed = may.why === 'blacklisted';
      if (attemptId !== null)
        await endUncalled(tx, attemptId, { refused: isListed ? 'numberBlacklisted' : 'notCallableNow' }, nowMs);
      return { refused: isListed ? 'numberBlacklisted' : 'cannotCallNumber' };
    }
    if (attemptId === null)
      await attempts.begin({
        campaignId: campaign.id,
        memberId: member.id,
        customerId: member.customerId,
        number: call.number,
        userId: call.userId,
        nowMs,
        leaving: { callId: call.callId },
      });
    return { taskName: campaign.name, customerId: member.customerId === null ? null : String(member.customerId) };
  },
  async scriptOf(tx, taskId) {
    return /^\d{1,15}$/.test(taskId) ? ((await campaignsRepo(tx).find(Number(taskId)))?.scriptId ?? null) : null;
  },
  async refused(tx, call, refused, detail) {
    const found = await calledMember(tx, call);
    const id = found && (await dialsRepo(tx).lastLeft(found.member.id, call.userId, call.callId));
    if (id !== null && id !== undefined) await endUncalled(tx, id, { refused, detail }, clock.nowMs());
  },
});
