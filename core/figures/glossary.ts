import type { CallSort } from '#core/call/call-sorts.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import {
  abandonRate,
  handlingSec,
  lateOf,
  meanHandlingSec,
  meanWaitSec,
  occupancy,
  serviceLevel,
  share,
  unansweredOf,
  type Figures,
} from './call-figures.ts';
import type { AiSums, FigureSums, LossSums, OutcomeSums } from './figure-sums.ts';
import type { LossPlace } from './loss.ts';
import { readyStatuses } from './status-time.ts';
import { waitPercentile } from './waits.ts';

/*
 * The glossary: every figure the product shows of calls and of agents, with its unit and the one function that gives it. Pages,
 * files and programs say a figure by its name; what it means in words is the text `statistics.meaning.<name>`.
 */

export type FigureUnit = 'count' | 'seconds' | 'share' | 'perHour';

/** One figure. */
export interface FigureEntry {
  unit: FigureUnit;
  /** Null where there is nothing to tell it by. */
  of(sums: FigureSums): number | null;
  /** The calls behind it, as the list of records finds them. */
  sort?: CallSort;
  /** Of calls that went out and ended so. */
  outcome?: CallOutcome;
  place?: LossPlace;
  /** What is good; neither unless said. */
  better?: 'more' | 'less';
}

const ofCalls =
  (of: (figures: Figures) => number | null) =>
  ({ calls }: FigureSums): number | null =>
    calls ? of(calls) : null;
const count = (name: keyof Figures & CallSort, better?: 'more' | 'less'): FigureEntry => ({
  unit: 'count',
  of: ofCalls((figures) => figures[name]),
  sort: name,
  ...(better ? { better } : {}),
});
const secondsOf = (of: (figures: Figures) => number | null, better?: 'more' | 'less'): FigureEntry => ({
  unit: 'seconds',
  of: ofCalls(of),
  ...(better ? { better } : {}),
});
const shareOf = (of: (figures: Figures) => number | null, better: 'more' | 'less'): FigureEntry => ({
  unit: 'share',
  of: ofCalls(of),
  better,
});
const waited = (part: number): FigureEntry => ({
  unit: 'seconds',
  of: ({ calls, waits }) => (calls && waits ? waitPercentile(waits, part, calls.longestWaitSec) : null),
  better: 'less',
});

/** Statuses that one figure adds up. */
const statusGroups = {
  readySec: readyStatuses,
  availableSec: [AgentStatus.available],
  leavingSec: [AgentStatus.leavingInCall],
  afterCallSec: [AgentStatus.arrangement, AgentStatus.arrangementAfterCall, AgentStatus.arrangementExtended],
  meetingSec: [AgentStatus.meeting],
  eatingSec: [AgentStatus.eating],
  restroomSec: [AgentStatus.restroom],
  sleepingSec: [AgentStatus.sleeping],
  otherRestSec: [AgentStatus.otherRest],
  onBreakSec: [AgentStatus.onBreak],
} as const satisfies Record<string, readonly AgentStatus[]>;
const everyStatus: AgentStatus[] = AgentStatus.rows.map(({ code }) => code);
const signedIn = everyStatus.filter((code) => code !== AgentStatus.offline);
const away = signedIn.filter((code) => !readyStatuses.includes(code));

const timeIn = ({ statuses }: FigureSums, among: readonly AgentStatus[]): number | null =>
  statuses ? Math.floor(among.reduce<number>((ms, status) => ms + (statuses[status] ?? 0), 0) / 1_000) : null;
const time = (among: readonly AgentStatus[]): FigureEntry => ({ unit: 'seconds', of: (sums) => timeIn(sums, among) });
const readySecOf = (sums: FigureSums): number => timeIn(sums, readyStatuses) ?? 0;

const outcomesOf =
  (of: (sums: OutcomeSums) => number | null) =>
  ({ outcomes }: FigureSums): number | null =>
    outcomes ? of(outcomes) : null;
const ended = (outcome: CallOutcome): FigureEntry => ({
  unit: 'count',
  of: outcomesOf(({ outcomes }) => outcomes[outcome] ?? 0),
  outcome,
});

const lossOf =
  (of: (sums: LossSums) => number | null) =>
  ({ loss }: FigureSums): number | null =>
    loss ? of(loss) : null;
const goneOf = ({ places }: LossSums): number => Object.values(places).reduce((sum, calls) => sum + calls, 0);
const lostAt = (place: LossPlace): FigureEntry => ({
  unit: 'count',
  of: lossOf(({ places }) => places[place] ?? 0),
  place,
  better: 'less',
});
const gone = (part: number): FigureEntry => ({
  unit: 'seconds',
  of: lossOf((loss) => waitPercentile(loss.gone, part, loss.longestGoneSec)),
});

const aiOf =
  (of: (sums: AiSums) => number | null) =>
  ({ ai }: FigureSums): number | null =>
    ai ? of(ai) : null;
const resulted = (...results: AiCallResult[]): FigureEntry => ({
  unit: 'count',
  of: aiOf((ai) => results.reduce((sum, result) => sum + (ai.results[result] ?? 0), 0)),
});

const callGlossary = {
  ended: count('ended'),
  inbound: count('inbound'),
  outbound: count('outbound'),
  internal: count('internal'),
  talked: count('talked', 'more'),
  answered: count('answered', 'more'),
  unanswered: { unit: 'count', of: ofCalls(unansweredOf), sort: 'unanswered', better: 'less' },
  abandoned: count('abandoned', 'less'),
  reached: count('reached', 'more'),
  inLine: count('inLine'),
  served: count('served', 'more'),
  lost: count('lost', 'less'),
  inTime: count('inTime', 'more'),
  late: { unit: 'count', of: ofCalls(lateOf), sort: 'late', better: 'less' },
  answerRate: shareOf(({ answered, inbound }) => share(answered, inbound), 'more'),
  abandonRate: shareOf(abandonRate, 'less'),
  reachRate: shareOf(({ reached, outbound }) => share(reached, outbound), 'more'),
  serviceLevel: shareOf(serviceLevel, 'more'),
  meanWaitSec: secondsOf(meanWaitSec, 'less'),
  medianWaitSec: waited(0.5),
  ninetiethWaitSec: waited(0.9),
  longestWaitSec: secondsOf(({ longestWaitSec }) => longestWaitSec, 'less'),
  talkSec: secondsOf(({ talkSec }) => talkSec),
  holdSec: secondsOf(({ holdSec }) => holdSec),
  wrapUpSec: secondsOf(({ wrapUpSec }) => wrapUpSec),
  handlingSec: secondsOf(handlingSec),
  meanTalkSec: secondsOf(({ talkSec, talked }) => share(talkSec, talked)),
  meanHandlingSec: secondsOf(meanHandlingSec),
  occupancy: {
    unit: 'share',
    of: (sums) => (sums.calls && sums.statuses ? occupancy(sums.calls, { readySec: readySecOf(sums) }) : null),
  },
  talkedPerHour: {
    unit: 'perHour',
    of: (sums) => (sums.calls && sums.statuses ? share(sums.calls.talked * 3_600, readySecOf(sums)) : null),
    better: 'more',
  },
} as const satisfies Record<string, FigureEntry>;

const statusGlossary = {
  signedInSec: time(signedIn),
  readySec: time(statusGroups.readySec),
  availableSec: time(statusGroups.availableSec),
  leavingSec: time(statusGroups.leavingSec),
  afterCallSec: time(statusGroups.afterCallSec),
  awaySec: time(away),
  meetingSec: time(statusGroups.meetingSec),
  eatingSec: time(statusGroups.eatingSec),
  restroomSec: time(statusGroups.restroomSec),
  sleepingSec: time(statusGroups.sleepingSec),
  otherRestSec: time(statusGroups.otherRestSec),
  onBreakSec: time(statusGroups.onBreakSec),
} as const satisfies Record<string, FigureEntry>;

const outcomeGlossary = {
  busy: ended(CallOutcome.busy),
  noAnswer: ended(CallOutcome.noAnswer),
  declined: ended(CallOutcome.declined),
  unreachable: ended(CallOutcome.unreachable),
  cancelled: ended(CallOutcome.cancelled),
  refused: ended(CallOutcome.refused),
  failed: ended(CallOutcome.failed),
  stoppedByServer: ended(CallOutcome.server),
  agentUnreached: ended(CallOutcome.agentUnreached),
  noAgent: { ...ended(CallOutcome.noAgent), better: 'less' },
  machine: ended(CallOutcome.machine),
  meanRingSec: { unit: 'seconds', of: outcomesOf(({ ringSec, rang }) => share(ringSec, rang)) },
} as const satisfies Record<string, FigureEntry>;

const lossGlossary = {
  lostCalls: { unit: 'count', of: lossOf(goneOf), sort: 'unanswered', better: 'less' },
  lossRate: {
    unit: 'share',
    of: ({ calls, loss }) => (calls && loss ? share(goneOf(loss), calls.inbound) : null),
    better: 'less',
  },
  lostBefore: lostAt('before'),
  lostInMenu: lostAt('menu'),
  lostInFlow: lostAt('flow'),
  lostRinging: lostAt('ringing'),
  lostInLine: lostAt('line'),
  leftMessage: lostAt('voicemail'),
  promisedCall: lostAt('callback'),
  meanGoneSec: { unit: 'seconds', of: lossOf((loss) => share(loss.goneSec, goneOf(loss))) },
  medianGoneSec: gone(0.5),
  ninetiethGoneSec: gone(0.9),
  longestGoneSec: { unit: 'seconds', of: lossOf(({ longestGoneSec }) => longestGoneSec) },
} as const satisfies Record<string, FigureEntry>;

const aiGlossary = {
  aiCalls: { unit: 'count', of: aiOf(({ calls }) => calls) },
  aiConnected: { unit: 'count', of: aiOf(({ connected }) => connected), better: 'more' },
  aiConnectRate: { unit: 'share', of: aiOf(({ connected, calls }) => share(connected, calls)), better: 'more' },
  aiTalkSec: { unit: 'seconds', of: aiOf(({ talkSec }) => talkSec) },
  aiMeanTalkSec: { unit: 'seconds', of: aiOf(({ talkSec, connected }) => share(talkSec, connected)) },
  aiCommunicated: {
    ...resulted(
      AiCallResult.communicated,
      AiCallResult.humanVoice,
      AiCallResult.aiHungUp,
      AiCallResult.userHungUp,
      AiCallResult.transferSucceeded,
    ),
    better: 'more',
  },
  aiTransferred: { ...resulted(AiCallResult.transferSucceeded), better: 'more' },
  aiTransferFailed: { ...resulted(AiCallResult.transferFailed), better: 'less' },
  aiQuickHangup: resulted(AiCallResult.agentQuickHangup, AiCallResult.userQuickHangup),
  aiNotAnswered: resulted(AiCallResult.notAnswered, AiCallResult.userRejected),
  aiVoicemail: resulted(AiCallResult.voicemail, AiCallResult.voicemailBeforeConnect),
  aiUnreachable: resulted(
    AiCallResult.unreachable,
    AiCallResult.callRefused,
    AiCallResult.temporarilyUnreachable,
    AiCallResult.lineBusy,
    AiCallResult.callAbnormal,
  ),
} as const satisfies Record<string, FigureEntry>;

const glossary = { ...callGlossary, ...statusGlossary, ...outcomeGlossary, ...lossGlossary, ...aiGlossary };
export type FigureName = keyof typeof glossary;
export const figureGlossary: Readonly<Record<FigureName, FigureEntry>> = glossary;
export const figureNames = Object.keys(glossary) as [FigureName, ...FigureName[]];

/** Figures by their names; null where nothing tells them. */
export type GlossaryValues = Partial<Record<FigureName, number | null>>;
export const figureValues = (names: readonly FigureName[], sums: FigureSums): GlossaryValues =>
  Object.fromEntries(names.map((name) => [name, figureGlossary[name].of(sums)]));
