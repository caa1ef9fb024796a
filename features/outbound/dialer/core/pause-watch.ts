import type { LineRoom } from '#core/call/line-room.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import type { FailureName } from '#shared/errors.ts';

/** Reasons that end by themselves; the others are people's. */
export const endsByItself: ReadonlySet<TaskPauseReason> = new Set([
  TaskPauseReason.balanceInsufficient,
  TaskPauseReason.pricingError,
  TaskPauseReason.accountError,
  TaskPauseReason.routeMissing,
  TaskPauseReason.scheduledPause,
]);

/**
 * Why a campaign has to stand still because of what the plan of one of its calls was refused for; null: that was about the one called. Where
 * it names no route of its own, another may lead to the next one: what no route leads to is told by the room on all of them.
 */
export function pauseOfRefusal(refused: FailureName, detail: string, namesRoute: boolean): TaskPauseReason | null {
  if (refused === 'dialerOverdue') return moneyPauses[detail] ?? TaskPauseReason.balanceInsufficient;
  if (refused !== 'noTrunk' || !namesRoute) return null;
  if (detail === 'routerClosed') return TaskPauseReason.scheduledPause;
  return missing.has(detail) ? TaskPauseReason.routeMissing : null;
}
const moneyPauses: Readonly<Record<string, TaskPauseReason>> = {
  plan: TaskPauseReason.accountError,
  noPrice: TaskPauseReason.pricingError,
};
/** What `choose-routes` and `choose-trunks` say where there is no way at all, whoever is called. */
const missing = new Set(['unknownRouter', 'routerOff', 'noTrunk']);

/** Why a campaign has to stand still by its lines; null: they are there. */
export function pauseOfRoom(room: LineRoom): TaskPauseReason | null {
  switch (room.is) {
    case 'missing':
      return TaskPauseReason.routeMissing;
    case 'closed':
      return TaskPauseReason.scheduledPause;
    case 'spent':
      return TaskPauseReason.balanceInsufficient;
    case 'open':
      return null;
  }
}
