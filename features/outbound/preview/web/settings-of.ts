import type { CampaignFields } from '#features/outbound/campaigns/contract.ts';
import type { PreviewTaskDetail } from '../contract.ts';

/** What is set of a task, without what became of it. */
export const settingsOf = (task: PreviewTaskDetail): CampaignFields => ({
  name: task.name,
  note: task.note,
  startType: task.startType,
  startAt: task.startAt,
  expiresAt: task.expiresAt,
  hours: task.hours,
  zoneRule: task.zoneRule,
  retry: task.retry,
  priority: task.priority,
  order: task.order,
  routerId: task.routerId,
  scriptId: task.scriptId,
  labelIds: task.labelIds,
  groupId: task.groupId,
  agentIds: task.agentIds,
  assignRule: task.assignRule,
  otherCampaigns: task.otherCampaigns,
  needsConsent: task.needsConsent,
});
