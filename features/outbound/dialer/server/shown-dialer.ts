import type { PhoneWords } from '#features/team/agents/server/index.ts';
import {
  shownMember,
  taskStatusOf,
  type CampaignDialling,
  type CampaignMember,
  type CampaignPlan,
  type CampaignRow,
  type DialledCall,
  type MemberReader,
} from '#features/outbound/campaigns/server/index.ts';
import { campaignFieldsOf, type DialerFields } from '#features/outbound/campaigns/contract.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import type { DialerCall, DialerCustomer, DialerNow, DialerTask } from '../contract.ts';
import type { LiveCampaign } from './engine.ts';

export const shownTask = (row: CampaignRow): DialerTask => ({
  id: row.id,
  name: row.name,
  status: taskStatusOf(row.state),
  state: row.state,
  pauseReason: row.pauseReason,
  pausedBy: row.pausedBy,
  pausedAt: row.pausedAt,
  dispatchType: row.dispatchType ?? DispatchType.predictive,
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

type TaskDialling = Pick<CampaignDialling, Exclude<keyof DialerFields, keyof ReturnType<typeof campaignFieldsOf>>>;

/** What a task of the dialler is told besides what every campaign is. */
const diallingOf = (of: TaskDialling): TaskDialling => ({
  dispatchType: of.dispatchType,
  ringSec: of.ringSec,
  numberPool: of.numberPool,
  machineRule: of.machineRule,
  machineSoundId: of.machineSoundId,
  machineText: of.machineText,
  ratio: of.ratio,
  abandonPerMille: of.abandonPerMille,
  abandonedSoundId: of.abandonedSoundId,
  keepFree: of.keepFree,
  wrapUpSec: of.wrapUpSec,
});

/** Nobody has customers of their own: whoever answers comes to whoever is free. */
export const planOf = (settings: DialerFields): CampaignPlan => ({
  settings: { ...campaignFieldsOf(settings), assignRule: 'pool' },
  dialling: diallingOf(settings),
});

/** Everything that is set of a task. */
export const settingsOf = (row: CampaignRow): DialerFields => ({
  ...campaignFieldsOf(row),
  ...diallingOf(row),
  dispatchType: row.dispatchType ?? DispatchType.predictive,
});

export const shownCall = (call: DialledCall): DialerCall => ({
  id: call.id,
  callId: call.callId,
  agentName: call.agentName,
  status: call.status,
  result: call.result,
  isAbandoned: call.isAbandoned,
  hungUp: call.hungUp,
  byMachine: call.byMachine,
  ringSec: call.ringSec,
  waitSec: call.waitSec,
  talkSec: call.talkSec,
  beganAt: call.beganAt,
  endedAt: call.endedAt,
});

export async function shownCustomer(
  row: CampaignMember,
  lastCall: DialledCall | undefined,
  reader: MemberReader,
  words: PhoneWords,
): Promise<DialerCustomer> {
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
    taskState: shown.taskState,
    result: shown.result,
    attempts: shown.attempts,
    lastCall: lastCall ? shownCall(lastCall) : null,
    lastCallAt: shown.lastCallAt,
    nextAt: shown.nextAt,
    isSetAside: row.isSetAside,
    waitsFor: row.waitsFor,
    closedBy: row.closedBy as DialerCustomer['closedBy'],
    doneAt: shown.doneAt,
  };
}

/** Without what only the dialler counts by. */
const shownWhy = ({ counts: _counts, ...shown }: NonNullable<LiveCampaign['why']>): NonNullable<DialerNow['why']> =>
  shown;

export const shownNow = ({ why, ...live }: LiveCampaign): DialerNow => ({
  dialling: live.dialling,
  ringing: live.ringing,
  waiting: live.waiting,
  talking: live.talking,
  free: live.free,
  wrapUp: live.wrapUp,
  limit: live.limit,
  today: live.today,
  thirtyDays: live.thirtyDays,
  startsPerSec: live.startsPerSec,
  why: why && shownWhy(why),
});
