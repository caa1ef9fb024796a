import { legId, type EndCause, type LegId } from '#core/telephony/telephony.port.ts';
import type { AgentWho, Call, Party } from '#core/call/call.ts';
import type { AgentCallNews, CallEffect, CallEvent } from '#core/call/call-events.ts';
import { noRecordingRules } from '#core/call/recording-rules.ts';
import { callMachine } from './call-machine.ts';
import { KEPT_VERSION, keptAfter, keptFirst, readCall, writtenCall, type KeptCall } from './kept-call.ts';
import type { CallSettings, InternalPlan, OutboundPlan } from '#core/call/call-plan.ts';
import type { CampaignGoal, CampaignNews } from '#core/call/campaign-call.ts';
import { callbackCall, campaignCall, inboundCall, internalCall, outboundCall } from './open-call.ts';

/** For tests: a call played by hand, with an exchange that only knows which legs there are. */
export interface Played {
  call(): Call;
  effects: CallEffect[];
  /** Legs that exist at the exchange. */
  legs: Set<LegId>;
  /** Tells the machine, and does to the legs what it asks for. Ended legs are told at once, as an exchange does. */
  send(event: CallEvent): CallEffect[];
  /** What a leg hears for as long as nothing is said to it: music, a partner, partners with a plus between, or nothing. */
  ears: { get(leg: LegId): string | undefined };
  /** Whom nobody hears. */
  muted: Set<LegId>;
  /** The leg of whoever plays this part now. */
  leg(role: Party['role']): LegId;
  ends(leg: LegId, cause?: EndCause, sipStatus?: number | null): CallEffect[];
  passMs(ms: number): void;
  /** What is kept of it, after it was written down and read again. */
  kept(): KeptCall;
  /** Another process goes on with what is kept; these legs are gone by then, and these were answered. */
  isTakenUp(meanwhile?: { gone?: readonly LegId[]; answered?: readonly LegId[] }): CallEffect[];
  news(userId: number): AgentCallNews[];
}

const settings: CallSettings = {
  maxCallMs: null,
  maxHoldMs: null,
  wrapUpMs: 30_000,
  wrapUpExtraMs: 300_000,
  recordCalls: true,
  recordingRules: noRecordingRules,
  survey: 0,
  surveyWhenAgentHangsUp: false,
  tellsMonitored: false,
  language: 'en-US',
};

export const aSettings = (wishes: Partial<CallSettings> = {}): CallSettings => ({ ...settings, ...wishes });
export const ana: AgentWho = { kind: 'agent', userId: 1, sipNum: '70001', name: 'Ana' };
export const budi: AgentWho = { kind: 'agent', userId: 2, sipNum: '70002', name: 'Budi' };
export const sofia: AgentWho = { kind: 'agent', userId: 3, sipNum: '70003', name: 'Sofia' };

const start = { id: 'c1', node: 'node-1', nowMs: 0 };
export const CALLER = legId('caller');

export const anInbound = (
  wishes: Partial<CallSettings> = {},
  to: NonNullable<Call['first']> = { kind: 'group', groupId: 5 },
): Call =>
  inboundCall(
    start,
    {
      kind: 'inbound',
      tenantId: 9,
      didNumberId: 4,
      did: '525550000101',
      from: '525512345678',
      fromCountry: 'MX',
      language: 'en-US',
      to,
      settings: aSettings(wishes),
    },
    CALLER,
  );

export function anOutbound(
  wishes: Partial<CallSettings> = {},
  trunks = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ],
): Call {
  const plan: OutboundPlan = {
    kind: 'outbound',
    tenantId: 9,
    userId: 1,
    sipNum: '70001',
    number: '525512345678',
    country: 'MX',
    trunks,
    routerId: 3,
    displayNumber: '525550000101',
    callbackOf: null,
    task: null,
    settings: aSettings(wishes),
  };
  return outboundCall(start, plan, CALLER, 'Ana');
}

export function anInternal(wishes: Partial<CallSettings> = {}): Call {
  const plan: InternalPlan = {
    kind: 'internal',
    tenantId: 9,
    userId: 1,
    sipNum: '70001',
    callee: budi,
    settings: aSettings(wishes),
  };
  return internalCall(start, plan, CALLER, 'Ana');
}

/** Whoever answers is led to an agent. */
export const toAgents = (wishes: Partial<Extract<CampaignGoal, { kind: 'agents' }>> = {}): CampaignGoal => ({
  kind: 'agents',
  groupId: 5,
  machine: { rule: 'connect' },
  abandonedSoundId: null,
  ...wishes,
});

export const aCampaignCall = (
  then: CampaignGoal = toAgents(),
  wishes: Partial<CallSettings> = {},
  trunks = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ],
): Call =>
  campaignCall(start, {
    callId: start.id,
    tenantId: 9,
    number: '525512345678',
    country: 'MX',
    trunks,
    routerId: 3,
    displayNumber: '525550000101',
    ringMs: 30_000,
    task: { taskId: '7', taskName: 'Renewals', customerId: '70' },
    language: 'es-MX',
    settings: aSettings(wishes),
    goal: then,
  });

/** What a campaign was told of its call. */
export const campaignNews = ({ effects }: Pick<Played, 'effects'>): CampaignNews[] =>
  effects.flatMap((effect) => (effect.type === 'emitCampaignNews' ? [effect.news] : []));

export const aCallback = (): Call =>
  callbackCall(start, {
    tenantId: 9,
    queueId: 'c0',
    groupId: 5,
    number: '525512345678',
    queuedAtMs: 1_000,
    settings: aSettings(),
  });

export const offerTo = (agent: AgentWho): CallEvent => ({ type: 'offer', agent, ringTimeoutMs: 20_000 });
export const handTo = (to: AgentWho, kind: 'blind' | 'consult' = 'blind'): CallEvent => ({
  type: 'transferAsked',
  kind,
  to,
  reportTo: null,
});

/** Plays a call from its beginning. */
export function play(initial: Call): Played {
  let state = initial;
  let nowMs = 0;
  let kept = keptFirst(initial, 0);
  const effects: CallEffect[] = [];
  const legs = new Set<LegId>(initial.parties.map(({ leg }) => leg));
  const heard = new Map<LegId, readonly LegId[] | 'music'>();
  const muted = new Set<LegId>();
  const leaves = (leg: LegId): void => {
    heard.delete(leg);
    for (const [other, what] of heard) {
      if (what === 'music' || !what.includes(leg)) continue;
      const left = what.filter((one) => one !== leg);
      if (left.length > 0) heard.set(other, left);
      else heard.delete(other);
    }
  };
  const ears = {
    get(leg: LegId): string | undefined {
      const what = heard.get(leg);
      return typeof what === 'object' ? what.join('+') : what;
    },
  };
  let timers: { atMs: number; event: CallEvent }[] = [];

  function send(event: CallEvent): CallEffect[] {
    const step = callMachine(state, { ...event, nowMs });
    state = step.state;
    kept = keptAfter(kept, { ...event, nowMs }, step);
    effects.push(...step.effects);
    const asked = [...step.effects];
    for (const effect of step.effects) {
      if (effect.type === 'wake') timers.push({ atMs: nowMs + effect.afterMs, event: effect.event });
      if (effect.type === 'ringAgent' || effect.type === 'ringNumber') legs.add(effect.leg);
      if (effect.type === 'bridge') {
        const joined = [effect.a, effect.b, ...(effect.more ?? [])];
        for (const leg of joined) leaves(leg);
        const present = joined.filter((leg) => legs.has(leg));
        for (const leg of present.length > 1 ? present : [])
          heard.set(
            leg,
            present.filter((other) => other !== leg),
          );
      }
      if (effect.type === 'mute' && effect.muted) muted.add(effect.leg);
      else if (effect.type === 'mute') muted.delete(effect.leg);
      if (effect.type === 'separate' || effect.type === 'holdWithMusic') leaves(effect.leg);
      if (effect.type === 'holdWithMusic' && legs.has(effect.leg)) heard.set(effect.leg, 'music');
      if (effect.type === 'hangUp' || effect.type === 'refuse')
        asked.push(...ends(effect.leg, effect.type === 'refuse' ? 'refused' : 'normal', null, 'us'));
    }
    return asked;
  }

  function ends(
    leg: LegId,
    cause: EndCause = 'normal',
    sipStatus: number | null = null,
    by: 'them' | 'us' = 'them',
  ): CallEffect[] {
    if (!legs.delete(leg)) return [];
    leaves(leg);
    muted.delete(leg);
    return send({ type: 'legEnded', leg, cause, sipStatus, by });
  }

  const read = (): KeptCall => readCall(KEPT_VERSION, writtenCall(kept))!;

  const played: Played = {
    kept: read,
    isTakenUp({ gone = [], answered = [] } = {}) {
      kept = read();
      state = kept.call;
      timers = kept.timers.map(({ dueMs: atMs, event }) => ({ atMs, event }));
      for (const leg of gone) legs.delete(leg);
      const up = state.parties.flatMap(({ leg, at }) => (at === 'up' ? leg : []));
      return send({ type: 'takenUp', living: [...legs], answered: [...up, ...answered], said: kept.said });
    },
    call: () => state,
    effects,
    legs,
    ears,
    muted,
    send,
    leg(role) {
      const party = state.parties.find((one) => one.role === role);
      if (!party) throw new Error(`nobody is ${role}`);
      return party.leg;
    },
    ends: (leg, cause, sipStatus) => ends(leg, cause, sipStatus),
    passMs(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        nowMs = next.atMs;
        send(next.event);
      }
      nowMs = untilMs;
    },
    news: (userId) =>
      effects.flatMap((effect) => (effect.type === 'sendToBoard' && effect.userId === userId ? [effect.news] : [])),
  };
  send({ type: 'begun' });
  return played;
}
