import { createStore } from '#platform/web/store.ts';
import type { PreviewWork } from '../../contract.ts';

interface TaskDesk {
  /** The task the next customer comes from; null: any. */
  taskId: number | null;
  /** Whom the agent has before their eyes. */
  work: PreviewWork | null;
  /** What was typed of them, until it is saved. */
  note: string;
  /** There was nobody more when last asked. */
  isThrough: boolean;
  /** Nobody listened for a while: it may have changed. */
  isOld: boolean;
}

const nothing: TaskDesk = { taskId: null, work: null, note: '', isThrough: false, isOld: false };

/** The task and the customer an agent works on; they stay while the call is looked at, or another page. */
export const taskDesk = createStore<TaskDesk>(nothing);

/** Where the next customer comes from. */
export const chooseTask = (taskId: number | null): void => taskDesk.update((before) => ({ ...before, taskId }));

/** Whom the agent leaves to others. */
export const leaveCustomer = (): void => taskDesk.update(({ taskId }) => ({ ...nothing, taskId }));

/** Whoever signs in next in this tab begins with nobody. */
export const clearTaskDesk = (): void => taskDesk.set(nothing);
