import { codes, type CodeOf } from '../codes.ts';

/** When a task begins (specification P9). */
export const TaskStartType = codes({
  manual: { code: 1, key: 'taskStartType.manual' },
  timed: { code: 2, key: 'taskStartType.timed' },
  immediately: { code: 3, key: 'taskStartType.immediately' },
});
export type TaskStartType = CodeOf<typeof TaskStartType>;
