import { originQuery, type CampaignOrigin } from '#features/outbound/campaigns/web/index.ts';

/** The part of the workbench where tasks are worked on; with a customer of a task it opens on them. */
export const taskAtWorkbench = (customerId: number | null): string =>
  customerId === null ? '/workBench?tabIndex=task' : `/workBench?tabIndex=task&customer=${customerId}`;

export const taskAddress = (id: number, tab = ''): string =>
  tab === '' ? `/task/preview/${id}` : `/task/preview/${id}?tab=${tab}`;

/** Where making a task goes on: columns and check of its file, rules, people. */
export const setupAddress = (id: number, step: string, origin: CampaignOrigin = { from: 'later' }): string =>
  `/task/preview/${id}/setup?${new URLSearchParams({ step, ...originQuery(origin) })}`;

export const setupSteps = ['file', 'columns', 'check', 'rules', 'people'] as const;
