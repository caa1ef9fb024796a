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

export const STAT_DAYS_MOST = 366;
/** Rows by the hour are for a few days. */
export const HOURLY_DAYS_MOST = 31;

/** What a report is narrowed to. */
export type StatNarrowing = Partial<Record<StatFilterName, number | undefined>>;

/** Sums know groups with agents, agents with tasks, and tasks with trunks and numbers; no others together. */
export function knowEachOther({
  by,
  group_id,
  agent_id,
  campaign_id,
  trunk_id,
  number_id,
}: StatNarrowing & { by?: string | undefined }): boolean {
  const [group, agent] = [group_id !== undefined || by === 'group', agent_id !== undefined || by === 'agent'];
  const way =
    trunk_id !== undefined || number_id !== undefined || ['campaign', 'trunk', 'number', 'outcome'].includes(by ?? '');
  const task = campaign_id !== undefined || by === 'campaign';
  return !(group && (task || way)) && !(agent && way);
}

/** What the address of a report keeps; without days: the last seven. */
export const statAddress = [
  'range',
  'from',
  'to',
  'by',
  'against',
  'chart',
  'group_id',
  'agent_id',
  'campaign_id',
  'trunk_id',
  'number_id',
  'page',
] as const;
export type StatAddress = Partial<Record<(typeof statAddress)[number], string>>;

/** How often a view comes by mail: every morning about the day before, on Mondays about the week, on the first about the month. */
export const mailedEvery = ['day', 'week', 'month'] as const;
export type MailedEvery = (typeof mailedEvery)[number];
