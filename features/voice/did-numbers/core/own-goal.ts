import type { InboundMenu, InboundPlan, MenuGoal } from '#core/call/call-plan.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';

/** What a number says of its callers. */
export interface NumberSettings {
  inboundConfig: InboundConfig;
  groupId: number | null;
  menu: InboundMenu | null;
  flowId: number | null;
}

/** The groups a menu leads to. */
export const groupsIn = ({ keys, otherwise }: InboundMenu): number[] =>
  [...Object.values(keys), otherwise].flatMap((goal) => (goal.kind === 'group' ? [goal.groupId] : []));

/** Where callers of a number go by what it says itself; null when it leads nowhere. Groups that are gone are none. */
export function ownGoal(
  { inboundConfig, groupId, menu, flowId }: NumberSettings,
  { isFlowPublished, groupIds }: { isFlowPublished: boolean; groupIds: ReadonlySet<number> },
): InboundPlan['to'] | null {
  const isGroup = inboundConfig === InboundConfig.agentGroup;
  if (!isGroup && flowId !== null && isFlowPublished) return { kind: 'flow', flowId, fallbackGroupId: groupId };
  if (isGroup || !menu) return groupId === null ? null : { kind: 'group', groupId };
  const isThere = (goal: MenuGoal): boolean => goal.kind !== 'group' || groupIds.has(goal.groupId);
  const kept: InboundMenu = {
    ...menu,
    keys: Object.fromEntries(Object.entries(menu.keys).filter(([, goal]) => isThere(goal))),
    otherwise: isThere(menu.otherwise) ? menu.otherwise : { kind: 'voicemail' },
  };
  return { kind: 'menu', menu: kept };
}
