import type { LegId } from '#core/telephony/telephony.port.ts';
import type { AgentWho, Call, CallFacts, Party, Who } from '#core/call/call.ts';
import type { CampaignCallPlan } from '#core/call/campaign-call.ts';
import type { CallSettings, InboundPlan, InternalPlan, OutboundPlan } from '#core/call/call-plan.ts';

/** Where and when a call begins. */
export interface CallStart {
  id: string;
  node: string;
  nowMs: number;
}

const noSurvey = { armed: false, turn: 0, endedBy: 'agent' } as const;

const fresh = (call: Pick<Call, 'id' | 'tenantId' | 'direction' | 'facts' | 'parties'> & Partial<Call>): Call => ({
  at: 'new',
  first: null,
  made: 0,
  turn: 0,
  groupId: null,
  queue: null,
  queuedAtMs: null,
  menu: null,
  flow: null,
  campaign: null,
  hold: null,
  transfer: null,
  failedTransfer: null,
  playing: null,
  answeredMs: null,
  limit: null,
  survey: noSurvey,
  recording: null,
  lineMedia: null,
  recordingWord: 'unsaid',
  voicemail: null,
  lastMiss: null,
  servedBy: [],
  ringFirst: null,
  handed: null,
  returnTurn: 0,
  ...call,
});

const offered = (leg: LegId, role: Party['role'], who: Who): Party => ({
  leg,
  role,
  who,
  at: 'offered',
  away: false,
  shownAs: null,
  reservedAs: null,
  dial: null,
  mode: null,
});

/** Where a call of an agent comes from: the leg of their phone, or themselves, whose mobile is rung first. */
type CallingFrom = LegId | AgentWho;

const callerOf = (
  from: CallingFrom,
  who: { userId: number; sipNum: string; name: string },
): Pick<Call, 'parties' | 'ringFirst'> =>
  typeof from === 'object'
    ? { parties: [], ringFirst: from }
    : { parties: [offered(from, 'agent', { kind: 'agent', ...who })], ringFirst: null };

const noFacts: Omit<CallFacts, 'node' | 'startedMs' | 'customerNumber' | 'ourNumber' | 'settings' | 'language'> = {
  customerCountry: null,
  didNumberId: null,
  routerId: null,
  callbackOf: null,
  task: null,
  visitor: null,
  networkWord: null,
};

/** An agent calls a number. */
export function outboundCall(
  { id, node, nowMs }: CallStart,
  plan: OutboundPlan,
  from: CallingFrom,
  name: string,
): Call {
  const { tenantId, userId, sipNum, number, country, displayNumber, routerId, callbackOf, task, settings } = plan;
  return fresh({
    id,
    tenantId,
    direction: 'outbound',
    first: {
      kind: 'number',
      trunks: plan.trunks,
      emergencyAddress: plan.emergencyAddress ?? null,
      charge: plan.charge ?? null,
    },
    facts: {
      ...noFacts,
      node,
      startedMs: nowMs,
      customerNumber: number,
      customerCountry: country,
      ourNumber: displayNumber,
      routerId,
      callbackOf,
      task,
      settings,
      language: settings.language,
    },
    ...callerOf(from, { userId, sipNum, name }),
  });
}

/** A campaign calls a number while nobody of ours is on the line. */
export function campaignCall({ id, node, nowMs }: CallStart, plan: CampaignCallPlan): Call {
  const { tenantId, number, country, trunks, displayNumber, routerId, task, language, settings, ringMs, goal } = plan;
  return fresh({
    id,
    tenantId,
    direction: 'outbound',
    first: { kind: 'number', trunks, charge: plan.charge ?? null },
    groupId: goal.kind === 'agents' ? goal.groupId : null,
    lineMedia: plan.media ?? null,
    campaign: {
      customerName: plan.customerName ?? '',
      goal,
      ringMs,
      at: 'ringing',
      rangMs: null,
      pickedUpMs: null,
      spokeEarly: false,
      gaveUp: false,
      isHeard: false,
      isPerson: false,
      turn: 0,
    },
    facts: {
      ...noFacts,
      node,
      startedMs: nowMs,
      customerNumber: number,
      customerCountry: country,
      ourNumber: displayNumber,
      routerId,
      task,
      settings,
      language,
      flowCharge: plan.flowCharge ?? null,
    },
    parties: [],
  });
}

/** One agent calls a colleague. */
export function internalCall(
  { id, node, nowMs }: CallStart,
  { tenantId, userId, sipNum, callee, settings }: InternalPlan,
  from: CallingFrom,
  name: string,
): Call {
  return fresh({
    id,
    tenantId,
    direction: 'internal',
    first: { kind: 'agent', ...callee },
    facts: {
      ...noFacts,
      node,
      startedMs: nowMs,
      customerNumber: callee.sipNum,
      ourNumber: sipNum,
      settings,
      language: settings.language,
    },
    ...callerOf(from, { userId, sipNum, name }),
  });
}

/** Somebody outside calls one of our numbers, or from the page of a chat. */
export function inboundCall(
  { id, node, nowMs }: CallStart,
  {
    tenantId,
    did,
    didNumberId,
    from,
    fromCountry,
    language,
    settings,
    to,
    visitor = null,
    networkWord = null,
    charge = null,
    flowCharge = null,
  }: Omit<InboundPlan, 'to'> & { to: NonNullable<Call['first']> },
  leg: LegId,
): Call {
  return fresh({
    id,
    tenantId,
    direction: 'inbound',
    first: to,
    facts: {
      ...noFacts,
      node,
      startedMs: nowMs,
      customerNumber: from,
      customerCountry: fromCountry,
      ourNumber: did,
      didNumberId,
      settings,
      language,
      visitor,
      networkWord,
      flowCharge,
    },
    parties: [{ ...offered(leg, 'customer', { kind: 'outside', number: from }), charge }],
  });
}

/** A promise is kept: first an agent is found, then the customer is called. It stands in line under the id of the call it answers. */
export function callbackCall(
  { id, node, nowMs }: CallStart,
  promise: {
    tenantId: number;
    queueId: string;
    groupId: number;
    number: string;
    queuedAtMs: number;
    settings: CallSettings;
  },
): Call {
  const { tenantId, queueId, groupId, number, queuedAtMs, settings } = promise;
  return fresh({
    id,
    tenantId,
    direction: 'outbound',
    at: 'queued',
    groupId,
    facts: {
      ...noFacts,
      node,
      startedMs: nowMs,
      customerNumber: number,
      ourNumber: '',
      callbackOf: queueId,
      settings,
      language: settings.language,
    },
    queuedAtMs,
    queue: { queueId, groupId, queuedAtMs, kind: 'callback', mayCallBack: false, positionToSay: null },
    parties: [],
  });
}
