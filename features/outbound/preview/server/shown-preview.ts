import type { PhoneWords } from '#features/team/agents/server/index.ts';
import {
  previewStateOf,
  shownMember,
  type CampaignAttempt,
  type CampaignMember,
  type CampaignRow,
  type MemberReader,
} from '#features/outbound/campaigns/server/index.ts';
import type { PreviewAttempt, PreviewCustomer, PreviewTask } from '../contract.ts';

export const shownTask = (row: CampaignRow): PreviewTask => ({
  id: row.id,
  name: row.name,
  state: previewStateOf(row.state),
  pauseReason: row.pauseReason,
  priority: row.priority,
  customers: row.customers,
  completed: row.completed,
  startAt: row.startAt,
  expiresAt: row.expiresAt,
  author: row.author,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
});

export const shownAttempt = ({
  id,
  callId,
  agentName,
  status,
  result,
  talkSec,
  beganAt,
  endedAt,
}: CampaignAttempt): PreviewAttempt => ({ id, callId, agentName, status, result, talkSec, beganAt, endedAt });

export const shownCustomer = async (
  row: CampaignMember,
  reader: MemberReader,
  words: PhoneWords,
): Promise<PreviewCustomer> => ({
  ...(await shownMember(row, reader, words)),
  closedBy: row.closedBy as PreviewCustomer['closedBy'],
});
