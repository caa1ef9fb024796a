import { codes, type CodeOf } from '../codes.ts';

/** How far an outbound task is; 4 has no tab of its own (specification P9). */
export const TaskStatus = codes({
  notStarted: { code: 1, key: 'taskStatus.notStarted', tone: 'grey', tab: true },
  processing: { code: 2, key: 'taskStatus.processing', tone: 'blue', tab: true },
  completed: { code: 3, key: 'taskStatus.completed', tone: 'green', tab: true },
  failed: { code: 4, key: 'taskStatus.failed', tone: 'red', tab: false },
  paused: { code: 5, key: 'taskStatus.paused', tone: 'warning', tab: true },
});
export type TaskStatus = CodeOf<typeof TaskStatus>;
