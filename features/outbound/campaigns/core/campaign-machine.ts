import { PreviewState } from '#shared/codes/preview-state.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStartType } from '#shared/codes/task-start-type.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';

/**
 *   draft ──▶ ready ──▶ running ⇄ paused
 *                          │  ▲      │
 *                          │  └ more customers
 *                          ▼         ▼
 *                      completed   expired      failed: its customers could not be read
 *
 * `draft`: nobody may be called yet, its customers are still on their way. `ready`: it waits for its time, or for somebody.
 * A campaign that is over begins again when customers are added, and one that expired when it is given more time.
 */
export type CampaignState = 'draft' | 'ready' | 'running' | 'paused' | 'expired' | 'completed' | 'failed';

export interface CampaignLife {
  state: CampaignState;
  /** While it is paused. */
  pauseReason: TaskPauseReason | null;
  startType: TaskStartType;
  startAtMs: number | null;
  expiresAtMs: number | null;
}

export type CampaignEvent =
  /** Its customers are in. */
  | { type: 'filled' }
  | { type: 'fillFailed' }
  /** Somebody starts it, or lets it go on. */
  | { type: 'started' }
  | { type: 'paused'; reason: TaskPauseReason }
  /** What had paused it is over. Only a pause of that reason ends by it: somebody's own pause lasts until somebody ends it. */
  | { type: 'pauseEnded'; reason: TaskPauseReason }
  /** Nobody is left to call. */
  | { type: 'allDone' }
  | { type: 'customersAdded' }
  | { type: 'expiryMoved'; expiresAtMs: number | null }
  /** Its time has come, or is over: asked whenever a clock strikes. */
  | { type: 'tick' };

const over: ReadonlySet<CampaignState> = new Set(['expired', 'completed', 'failed']);

/** What an event makes of a campaign; the same campaign where it changes nothing. */
export function campaignAfter(life: CampaignLife, event: CampaignEvent, nowMs: number): CampaignLife {
  const to = (state: CampaignState, pauseReason: TaskPauseReason | null = null): CampaignLife =>
    life.state === state && life.pauseReason === pauseReason ? life : { ...life, state, pauseReason };
  const isLate = life.expiresAtMs !== null && life.expiresAtMs <= nowMs;
  switch (event.type) {
    case 'filled':
      if (life.state !== 'draft') return life;
      return campaignAfter(to(isDue(life, nowMs) ? 'running' : 'ready'), { type: 'tick' }, nowMs);
    case 'fillFailed':
      return life.state === 'draft' ? to('failed') : life;
    case 'started':
      if (isLate) return over.has(life.state) ? life : to('expired');
      return life.state === 'ready' || life.state === 'paused' ? to('running') : life;
    case 'paused':
      if (life.state === 'running' || life.state === 'ready') return to('paused', event.reason);
      // Of two reasons a person's own stays: nothing but a person ends it.
      return life.state === 'paused' && isByPeople(event.reason) ? to('paused', event.reason) : life;
    case 'pauseEnded':
      return life.state === 'paused' && life.pauseReason === event.reason && !isByPeople(event.reason)
        ? campaignAfter(to('running'), { type: 'tick' }, nowMs)
        : life;
    case 'allDone':
      return life.state === 'running' || life.state === 'paused' ? to('completed') : life;
    case 'customersAdded':
      return life.state === 'completed' && !isLate ? to('running') : life;
    case 'expiryMoved': {
      const moved = { ...life, expiresAtMs: event.expiresAtMs };
      if (life.state === 'expired' && (event.expiresAtMs === null || event.expiresAtMs > nowMs))
        return { ...moved, state: 'paused', pauseReason: TaskPauseReason.customerPaused };
      return campaignAfter(moved, { type: 'tick' }, nowMs);
    }
    case 'tick':
      if (over.has(life.state)) return life;
      if (isLate) return to('expired');
      return life.state === 'ready' && life.startType === TaskStartType.timed && isDue(life, nowMs)
        ? to('running')
        : life;
  }
}

function isDue({ startType, startAtMs }: CampaignLife, nowMs: number): boolean {
  if (startType === TaskStartType.immediately) return true;
  return startType === TaskStartType.timed && startAtMs !== null && startAtMs <= nowMs;
}

const byPeople: ReadonlySet<TaskPauseReason> = new Set([
  TaskPauseReason.customerPaused,
  TaskPauseReason.apiPaused,
  TaskPauseReason.superAdminPaused,
]);
const isByPeople = (reason: TaskPauseReason): boolean => byPeople.has(reason);

const previewStates: Record<CampaignState, PreviewState> = {
  draft: PreviewState.notLaunched,
  ready: PreviewState.notStarted,
  running: PreviewState.inProgress,
  paused: PreviewState.paused,
  expired: PreviewState.expired,
  completed: PreviewState.completed,
  // Its file could not be read: it has never been launched, and is begun anew.
  failed: PreviewState.notLaunched,
};
/** As preview tasks show it (specification P9: 0 to 5). */
export const previewStateOf = (state: CampaignState): PreviewState => previewStates[state];
/** The states that show as one, for the tabs of a list. */
export const statesOfPreview = (shown: PreviewState): CampaignState[] =>
  (Object.keys(previewStates) as CampaignState[]).filter((state) => previewStates[state] === shown);

const taskStatuses: Record<CampaignState, TaskStatus> = {
  draft: TaskStatus.notStarted,
  ready: TaskStatus.notStarted,
  running: TaskStatus.processing,
  paused: TaskStatus.paused,
  // Whoever was not called by then is not called: it is over either way.
  expired: TaskStatus.completed,
  completed: TaskStatus.completed,
  failed: TaskStatus.failed,
};
/** As tasks of the dialler and of flows show it (specification P9: 1 to 5). */
export const taskStatusOf = (state: CampaignState): TaskStatus => taskStatuses[state];
/** The states that show as one, for the tabs of a list. */
export const statesOfTask = (shown: TaskStatus): CampaignState[] =>
  (Object.keys(taskStatuses) as CampaignState[]).filter((state) => taskStatuses[state] === shown);
