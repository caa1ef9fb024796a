import { createStore } from '#platform/web/store.ts';
import type { PreviewWork } from '../../contract.ts';

interface TaskDesk {
  /** The task the next customer comes from; null: any. */
  taskId: number | null;
  /** Whom the agent has before their eyes. */
  work: PreviewWork | null;
  /** What was typed of them, until it is saved. */
  note: string;
  /** What was typed of others and not saved, by customer: it is there when they are opened again. */
  drafts: Readonly<Record<number, string>>;
  /** There was nobody more when last asked. */
  isThrough: boolean;
  /** Nobody listened for a while: it may have changed. */
  isOld: boolean;
}

const nothing: TaskDesk = { taskId: null, work: null, note: '', drafts: {}, isThrough: false, isOld: false };

/** The task and the customer an agent works on; they stay while the call is looked at, or another page. */
export const taskDesk = createStore<TaskDesk>(nothing);

/** Where the next customer comes from. */
export const chooseTask = (taskId: number | null): void => taskDesk.update((before) => ({ ...before, taskId }));

/** Whom the agent leaves to others. */
export const leaveCustomer = (): void => taskDesk.update(({ taskId, drafts }) => ({ ...nothing, taskId, drafts }));

/** Shows a customer, or nobody; what was typed of the one before and is not saved is kept, and whose it is answered. */
export function showCustomer(
  work: PreviewWork | null,
  { isSaved = false, ...more }: Partial<TaskDesk> & { isSaved?: boolean } = {},
): PreviewWork | null {
  const { work: old, note, drafts } = taskDesk.get();
  const isSame = old !== null && old.customer.id === work?.customer.id && !isSaved;
  const isLeft = old !== null && !isSame && !isSaved && note !== old.customer.note;
  const kept = isLeft ? { ...drafts, [old.customer.id]: note } : drafts;
  const { [work?.customer.id ?? 0]: draft, ...others } = kept;
  taskDesk.update((before) => ({
    ...before,
    work,
    note: isSame ? note : (draft ?? work?.customer.note ?? ''),
    drafts: work === null ? kept : others,
    isThrough: false,
    ...more,
  }));
  return isLeft ? old : null;
}

/** Whoever signs in next in this tab begins with nobody. */
export const clearTaskDesk = (): void => taskDesk.set(nothing);
