import { originQuery, type CampaignOrigin } from '#features/outbound/campaigns/web/index.ts';

export const dialerAddress = (id: number, tab = ''): string =>
  tab === '' ? `/task/dialer/${id}` : `/task/dialer/${id}?tab=${tab}`;

/** Where making a task goes on: columns and check of its file, rules, how it dials, people. */
export const dialerSetupAddress = (id: number, step: string, origin: CampaignOrigin = { from: 'later' }): string =>
  `/task/dialer/${id}/setup?${new URLSearchParams({ step, ...originQuery(origin) })}`;

export const dialerSteps = ['customers', 'columns', 'check', 'rules', 'dialling', 'people'] as const;
