import { originQuery, type CampaignOrigin } from '#features/outbound/campaigns/web/index.ts';

export const aiTaskAddress = (id: number, tab = ''): string =>
  tab === '' ? `/task/ai/${id}` : `/task/ai/${id}?tab=${tab}`;

/** Where making a task goes on: columns and check of its file, what the flow is told, rules. */
export const aiSetupAddress = (id: number, step: string, origin: CampaignOrigin = { from: 'later' }): string =>
  `/task/ai/${id}/setup?${new URLSearchParams({ step, ...originQuery(origin) })}`;

export const aiSetupSteps = ['customers', 'columns', 'check', 'flow', 'rules'] as const;
