import type { FigureName } from '#core/figures/glossary.ts';
import type { StatCut, StatReportName } from './reports.ts';

/** What decides which figures a report can tell. */
interface Shown {
  by: StatCut;
  agent_id?: number | undefined;
  campaign_id?: number | undefined;
  trunk_id?: number | undefined;
  number_id?: number | undefined;
}

/** Told by the way of a call; agents and groups are not known then, nor how calls of a task waited. */
export const isByWay = ({ by, agent_id, campaign_id, trunk_id, number_id }: Shown): boolean =>
  agent_id === undefined &&
  by !== 'agent' &&
  (campaign_id !== undefined ||
    trunk_id !== undefined ||
    number_id !== undefined ||
    by === 'campaign' ||
    by === 'trunk' ||
    by === 'number' ||
    by === 'outcome');

const times: FigureName[] = ['talkSec', 'holdSec', 'wrapUpSec', 'handlingSec', 'meanTalkSec', 'meanHandlingSec'];
const statusColumns: FigureName[] = [
  'signedInSec',
  'readySec',
  'availableSec',
  'afterCallSec',
  'leavingSec',
  'awaySec',
  'meetingSec',
  'eatingSec',
  'restroomSec',
  'sleepingSec',
  'otherRestSec',
  'onBreakSec',
];
const dayColumns: FigureName[] = [
  'ended',
  'inbound',
  'answered',
  'unanswered',
  'answerRate',
  'abandoned',
  'abandonRate',
  'inLine',
  'served',
  'lost',
  'inTime',
  'late',
  'serviceLevel',
  'meanWaitSec',
  'medianWaitSec',
  'ninetiethWaitSec',
  'longestWaitSec',
  'outbound',
  'reached',
  'reachRate',
  'internal',
  ...times,
];
const goneColumns: FigureName[] = ['meanGoneSec', 'medianGoneSec', 'ninetiethGoneSec', 'longestGoneSec'];
const placeColumns: FigureName[] = [
  'lostBefore',
  'lostInMenu',
  'lostInFlow',
  'lostRinging',
  'lostInLine',
  'leftMessage',
  'promisedCall',
];
const outcomeColumns: FigureName[] = [
  'busy',
  'noAnswer',
  'declined',
  'unreachable',
  'cancelled',
  'refused',
  'failed',
  'stoppedByServer',
  'agentUnreached',
  'noAgent',
  'machine',
  'meanRingSec',
];

const columnsOf: Record<StatReportName, (shown: Shown) => FigureName[]> = {
  agentEfficiency: ({ by, campaign_id }) => [
    'ended',
    'inbound',
    'answered',
    'unanswered',
    'outbound',
    'reached',
    'reachRate',
    'internal',
    'talked',
    ...times,
    ...(by === 'group' ? (['serviceLevel', 'meanWaitSec'] as const) : []),
    // Time is no task's and no group's.
    ...(by === 'group' || campaign_id !== undefined
      ? []
      : (['readySec', 'awaySec', 'occupancy', 'talkedPerHour'] as const)),
  ],
  callInLoss: ({ by }) =>
    by === 'place'
      ? ['lostCalls', 'lossRate', ...goneColumns]
      : ['inbound', 'lostCalls', 'lossRate', ...placeColumns, ...goneColumns],
  dayReport: (shown) =>
    isByWay(shown) ? dayColumns.filter((name) => !/^(median|ninetieth)WaitSec$/.test(name)) : dayColumns,
  status: () => statusColumns,
  aiOutbound: ({ by }) =>
    by === 'result'
      ? ['aiCalls', 'aiTalkSec', 'aiMeanTalkSec']
      : [
          'aiCalls',
          'aiConnected',
          'aiConnectRate',
          'aiCommunicated',
          'aiTransferred',
          'aiTransferFailed',
          'aiQuickHangup',
          'aiNotAnswered',
          'aiVoicemail',
          'aiUnreachable',
          'aiTalkSec',
          'aiMeanTalkSec',
        ],
  callEfficiency: (shown) => {
    if (shown.by === 'outcome') return ['outbound', 'meanRingSec', 'talkSec', 'meanTalkSec'];
    const known: FigureName[] = ['outbound', 'reached', 'reachRate'];
    return shown.by === 'agent' || shown.agent_id !== undefined
      ? [...known, ...times]
      : [...known, ...outcomeColumns, ...times];
  },
};

/** The figures of a report, in the order they are shown. */
export const reportColumns = (report: StatReportName, shown: Shown): FigureName[] => columnsOf[report](shown);

const charted: Record<StatReportName, FigureName[]> = {
  agentEfficiency: ['talked', 'ended', 'meanHandlingSec', 'occupancy', 'talkedPerHour', 'talkSec'],
  callInLoss: ['lostCalls', 'lossRate', 'lostInLine', 'meanGoneSec'],
  dayReport: ['ended', 'inbound', 'answered', 'unanswered', 'outbound', 'reached', 'serviceLevel', 'meanWaitSec'],
  status: ['signedInSec', 'readySec', 'awaySec'],
  aiOutbound: ['aiCalls', 'aiConnected', 'aiConnectRate', 'aiCommunicated', 'aiTransferred'],
  callEfficiency: ['outbound', 'reached', 'reachRate', 'meanTalkSec'],
};

/** Those a chart of times may show, the first unless chosen. */
export function chartedColumns(report: StatReportName, columns: readonly FigureName[]): FigureName[] {
  const known = charted[report].filter(
    (name) => columns.includes(name) || (name === 'lostInLine' && columns.includes('lostCalls')),
  );
  return known.length > 0 ? known : columns.slice(0, 1);
}
