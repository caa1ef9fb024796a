import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import {
  previewStateOf,
  type CampaignAttempt,
  type CampaignMember,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { PreviewAttempt, PreviewCustomer, PreviewTask } from '../contract.ts';

type Reader = Pick<Caller, 'tenantId' | 'needsMasking'>;

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

/** Whoever sees stars reads them in names, columns and notes too, and dials by a word. */
export async function shownCustomer(row: CampaignMember, reader: Reader, words: PhoneWords): Promise<PreviewCustomer> {
  const { needsMasking, tenantId } = reader;
  const text = (value: string): string => (needsMasking ? maskNumbersIn(value) : value);
  return {
    id: row.id,
    taskId: row.campaignId,
    taskName: row.campaignName,
    customerId: row.customerId,
    customerName: needsMasking ? maskName(row.name) : row.name,
    phone: needsMasking ? maskPhone(row.number) : row.number,
    phoneWord: needsMasking ? await words.wordFor(tenantId, row.number) : '',
    country: row.country,
    columns: Object.fromEntries(Object.entries(row.columns).map(([title, value]) => [title, text(String(value))])),
    priority: row.priority,
    agentId: row.agentId,
    agentName: row.agentName,
    taskState: row.taskState,
    result: row.result,
    attempts: row.attempts,
    lastCallAt: row.lastCallAt,
    nextAt: row.nextAt,
    isFollowUp: row.isFollowUp,
    closedBy: row.closedBy as PreviewCustomer['closedBy'],
    skipReason: text(row.skipReason),
    note: text(row.note),
    doneAt: row.doneAt,
  };
}
