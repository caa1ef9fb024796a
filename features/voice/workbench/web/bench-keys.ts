/** The letters of the workbench, pressed together with Alt (⌥) like those of the phone. */
export const BenchKey = { note: 'N', label: 'L', done: 'R', longer: 'T', task: 'W' } as const;
