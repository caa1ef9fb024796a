import type { AiFlow, AiTaskDetail, AiTaskFields } from '../contract.ts';

/** What is set of a task, without what became of it. */
export const aiSettingsOf = (task: AiTaskDetail): AiTaskFields => ({
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
  otherCampaigns: task.otherCampaigns,
  needsConsent: task.needsConsent,
  ringSec: task.ringSec,
  numberPool: task.numberPool,
  machineRule: task.machineRule,
  machineSoundId: task.machineSoundId,
  machineText: task.machineText,
  flowId: task.flowId,
  callsAtOnce: task.callsAtOnce,
  flowValues: task.flowValues,
  groupId: task.groupId,
});

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Which column fills what of a flow: as it was set, else the one that is called so, else, while the columns are not known yet, the
 * one that would be called so, as the example of a file has it.
 */
export function guessedValues(
  attributes: AiFlow['attributes'],
  titles: readonly string[] | null,
  set: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const isKnown = (title: string) => titles === null || titles.some((one) => same(one, title));
  return Object.fromEntries(
    attributes.flatMap(({ attrKey, name }) => {
      const before = set[attrKey];
      if (before !== undefined && isKnown(before)) return [[attrKey, before]];
      const found = titles?.find((title) => same(title, attrKey) || same(title, name));
      if (found !== undefined) return [[attrKey, found]];
      return titles === null && name.trim() !== '' ? [[attrKey, name.trim().slice(0, TITLE_MOST)]] : [];
    }),
  );
}
/** As long as a column’s title may be. */
const TITLE_MOST = 60;
