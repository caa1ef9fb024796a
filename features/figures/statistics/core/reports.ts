/** What calls and agents may be narrowed to. */
export type StatFilterName = 'group_id' | 'agent_id' | 'campaign_id' | 'trunk_id' | 'number_id';

/** The reports, by the names of their calls. */
export const statReports = [
  'agentEfficiency',
  'callInLoss',
  'dayReport',
  'status',
  'aiOutbound',
  'callEfficiency',
] as const;
export type StatReportName = (typeof statReports)[number];

export const statSteps = ['hour', 'day', 'week', 'month'] as const;
export type StatStep = (typeof statSteps)[number];

/** What each report may be cut by; the first is what it is cut by unless said. */
export const statCuts = {
  agentEfficiency: ['agent', 'group', ...statSteps],
  callInLoss: ['place', 'group', 'number', ...statSteps],
  dayReport: ['day', 'hour', 'week', 'month'],
  status: ['agent', 'agentDay', 'day', 'week', 'month'],
  aiOutbound: ['campaign', 'result', ...statSteps],
  callEfficiency: ['agent', 'campaign', 'trunk', 'number', 'outcome', ...statSteps],
} as const satisfies Record<StatReportName, readonly string[]>;
export type StatCut = (typeof statCuts)[StatReportName][number];

/** What each report can be narrowed to; not everything at once, see the contract. */
export const statFilters = {
  agentEfficiency: ['group_id', 'agent_id', 'campaign_id'],
  callInLoss: ['group_id', 'number_id'],
  dayReport: ['group_id', 'agent_id', 'campaign_id', 'trunk_id', 'number_id'],
  status: ['group_id', 'agent_id'],
  aiOutbound: ['campaign_id'],
  callEfficiency: ['agent_id', 'campaign_id', 'trunk_id', 'number_id'],
} as const satisfies Record<StatReportName, readonly StatFilterName[]>;
