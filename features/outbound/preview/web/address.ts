/** The part of the workbench where tasks are worked on; with a customer of a task it opens on them. */
export const taskAtWorkbench = (customerId: number | null): string =>
  customerId === null ? '/workBench?tabIndex=task' : `/workBench?tabIndex=task&customer=${customerId}`;

export const taskAddress = (id: number, tab = ''): string =>
  tab === '' ? `/task/preview/${id}` : `/task/preview/${id}?tab=${tab}`;

/** Where making a task goes on: columns and check of its file, rules, people. */
export const setupAddress = (id: number, step: SetupStep, from: { file?: number; condition?: number } = {}): string => {
  const query = new URLSearchParams({ step });
  if (from.file !== undefined) query.set('file', String(from.file));
  if (from.condition !== undefined) query.set('condition', String(from.condition));
  return `/task/preview/${id}/setup?${query}`;
};

export const setupSteps = ['file', 'columns', 'check', 'rules', 'people'] as const;
export type SetupStep = (typeof setupSteps)[number];
