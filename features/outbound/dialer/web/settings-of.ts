import { campaignFieldsOf, type DialerFields } from '#features/outbound/campaigns/contract.ts';
import type { DialerTaskDetail } from '../contract.ts';

/** What is set of a task, without what became of it. */
export const settingsOf = (task: DialerTaskDetail): DialerFields => ({
  ...campaignFieldsOf(task),
  dispatchType: task.dispatchType,
  ringSec: task.ringSec,
  numberPool: task.numberPool,
  machineRule: task.machineRule,
  machineSoundId: task.machineSoundId,
  machineText: task.machineText,
  ratio: task.ratio,
  abandonPerMille: task.abandonPerMille,
  abandonedSoundId: task.abandonedSoundId,
  keepFree: task.keepFree,
  wrapUpSec: task.wrapUpSec,
});
