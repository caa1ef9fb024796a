/** The letters of work on tasks, pressed together with Alt (⌥) like those of the phone. */
export const TaskKey = { next: 'J', call: 'C', skip: 'K', later: 'O', done: 'G' } as const;
