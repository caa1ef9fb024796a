import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { CallTalkRow } from '#features/flows/flow-talks/server/index.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import {
  shownMember,
  starred,
  taskStatusOf,
  type CampaignDialling,
  type CampaignMember,
  type CampaignPlan,
  type CampaignRow,
  type DialledCall,
  type MemberReader,
} from '#features/outbound/campaigns/server/index.ts';
import { campaignFieldsOf, type AiFields } from '#features/outbound/campaigns/contract.ts';
import type { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { aiStatusOf, completionOf, conditionOf, connectionOf } from '../core/ai-call-status.ts';
import type { AiCustomer, AiTask, AiTaskCall, AiTaskFields } from '../contract.ts';

export const shownTask = (row: CampaignRow, flowName: string): AiTask => ({
  id: row.id,
  name: row.name,
  status: taskStatusOf(row.state),
  state: row.state,
  pauseReason: row.pauseReason,
  pausedBy: row.pausedBy,
  pausedAt: row.pausedAt,
  flowId: row.flowId ?? 0,
  flowName,
  callsAtOnce: row.callsAtOnce,
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

type TaskDialling = Pick<
  AiFields,
  'ringSec' | 'numberPool' | 'machineRule' | 'machineSoundId' | 'machineText' | 'flowId' | 'callsAtOnce' | 'flowValues'
>;
const diallingOf = (of: TaskDialling): TaskDialling => ({
  ringSec: of.ringSec,
  numberPool: of.numberPool,
  machineRule: of.machineRule,
  machineSoundId: of.machineSoundId,
  machineText: of.machineText,
  flowId: of.flowId,
  callsAtOnce: of.callsAtOnce,
  flowValues: of.flowValues,
});

/** Nobody of ours works through its list: what agents would need is as it is without it. */
export const planOf = (settings: AiTaskFields): CampaignPlan & { dialling: Partial<CampaignDialling> } => ({
  settings: campaignFieldsOf({
    ...settings,
    scriptId: null,
    labelIds: [],
    agentIds: [],
    skills: [],
    assignRule: 'pool',
  }),
  dialling: diallingOf(settings),
});

/** Everything that is set of a task. */
export function settingsOf(row: CampaignRow): AiTaskFields {
  const { scriptId: _s, labelIds: _l, agentIds: _a, skills: _k, assignRule: _r, ...fields } = campaignFieldsOf(row);
  return { ...fields, ...diallingOf({ ...row, flowId: row.flowId ?? 0 }) };
}

/** What is known of a customer beyond their own row. */
export interface AiCustomerMore {
  orderStatus: AiOrderStatus;
  lastCall: DialledCall | undefined;
  talk: CallTalkRow | undefined;
}

/** What a flow came to know, by its attributes; those of the customer and of the call are no news. */
function collectedOf(talk: CallTalkRow | undefined, text: (value: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(talk?.variables ?? {})
      .filter(([key]) => key !== 'callerNumber' && !key.startsWith('customer_'))
      .map(([key, value]) => [key, text(String(value))]),
  );
}

export async function shownCustomer(
  row: CampaignMember,
  { orderStatus, lastCall, talk }: AiCustomerMore,
  reader: MemberReader,
  words: PhoneWords,
): Promise<AiCustomer> {
  const shown = await shownMember(row, reader, words);
  return {
    id: shown.id,
    taskId: shown.taskId,
    customerId: shown.customerId,
    customerName: shown.customerName,
    phone: shown.phone,
    country: shown.country,
    columns: shown.columns,
    priority: shown.priority,
    orderStatus,
    lastCall: lastCall
      ? {
          attemptId: lastCall.id,
          status: aiStatusOf(lastCall.status),
          result: lastCall.aiResult,
          completionStatus: completionOf(lastCall.status),
          beganAt: lastCall.beganAt,
          talkSec: lastCall.talkSec,
        }
      : null,
    condition:
      row.result === PreviewResult.notCalled
        ? null
        : conditionOf({ wasAnswered: row.result === PreviewResult.normalEnd }),
    attempts: shown.attempts,
    nextAt: shown.nextAt,
    closedBy: row.closedBy as AiCustomer['closedBy'],
    note: shown.note,
    collected: collectedOf(talk, (value) => (reader.needsMasking ? starred(value, row) : value)),
    doneAt: shown.doneAt,
  };
}

export const shownCall = (
  call: DialledCall,
  talk: CallTalkRow | undefined,
  { needsMasking }: Pick<MemberReader, 'needsMasking'>,
): AiTaskCall => ({
  attemptId: call.id,
  taskId: call.campaignId,
  memberId: call.memberId,
  customerId: call.customerId,
  customerName: needsMasking ? maskName(call.memberName) : call.memberName,
  phone: needsMasking ? maskPhone(call.number) : call.number,
  callId: call.callId,
  talkId: talk?.talkId ?? null,
  status: aiStatusOf(call.status),
  completionStatus: completionOf(call.status),
  connectionStatus: connectionOf(call.status, !talk ? 'none' : talk.result === null ? 'goesOn' : 'over'),
  condition: conditionOf({ wasAnswered: call.answeredAt !== null }),
  result: call.aiResult,
  isOver: !LiveCallStatus.has(call.status),
  talkSec: call.talkSec,
  turns: talk?.turns ?? 0,
  hasRecording: talk?.hasRecording ?? false,
  agentName: call.agentName,
  beganAt: call.beganAt,
  answeredAt: call.answeredAt,
  endedAt: call.endedAt,
});
