import { legId, type EndCause, type LegId } from '../telephony/telephony.port.ts';
import type { Call, Party, Who } from './call.ts';
import type { AgentNews, CallEffect, CallEvent } from './call-events.ts';
import { callMachine } from './call-machine.ts';
import type { CallSettings, InboundPlan, InternalPlan, OutboundPlan } from './call-plan.ts';
import { callbackCall, inboundCall, internalCall, outboundCall } from './open-call.ts';

/** For tests: a call played by hand, with an exchange that only knows which legs there are. */
export interface Played {
  call(): Call;
  effects: CallEffect[];
  /** Legs that exist at the exchange. */
  legs: Set<LegId>;
  /** Tells the machine, and does to the legs what it asks for. Ended legs are told at once, as an exchange does. */
  send(event: CallEvent): CallEffect[];
  /** The leg of whoever plays this part now. */
  leg(role: Party['role']): LegId;
  ends(leg: LegId, cause?: EndCause, sipStatus?: number | null): CallEffect[];
  passMs(ms: number): void;
  news(userId: number): AgentNews[];
}

const settings: CallSettings = { maxCallMs: null, maxHoldMs: null, wrapUpMs: 30_000, recordCalls: true, survey: 0, surveyWhenAgentHangsUp: false, language: 'en-US' };

export const aSettings = (wishes: Partial<CallSettings> = {}): CallSettings => ({ ...settings, ...wishes });
export const ana: Extract<Who, { kind: 'agent' }> = { kind: 'agent', userId: 1, sipNum: '70001', name: 'Ana' };
export const budi: Extract<Who, { kind: 'agent' }> = { kind: 'agent', userId: 2, sipNum: '70002', name: 'Budi' };
export const sofia: Extract<Who, { kind: 'agent' }> = { kind: 'agent', userId: 3, sipNum: '70003', name: 'Sofia' };

const start = { id: 'c1', node: 'node-1', nowMs: 0 };
export const CALLER = legId('caller');

export const anInbound = (wishes: Partial<CallSettings> = {}, to: InboundPlan['to'] = { kind: 'group', groupId: 5 }): Call =>
  inboundCall(start, { kind: 'inbound', tenantId: 9, didNumberId: 4, did: '525550000101', from: '525512345678', fromCountry: 'MX', language: 'en-US', to, settings: aSettings(wishes) }, CALLER);

export function anOutbound(wishes: Partial<CallSettings> = {}, lines = [{ id: 1, name: 'a' }, { id: 2, name: 'b' }]): Call {
  const plan: OutboundPlan = { kind: 'outbound', tenantId: 9, userId: 1, sipNum: '70001', number: '525512345678', country: 'MX', lines, routerId: 3, displayNumber: '525550000101', callbackOf: null, task: null, settings: aSettings(wishes) };
  return outboundCall(start, plan, CALLER, 'Ana');
}

export function anInternal(wishes: Partial<CallSettings> = {}): Call {
  const plan: InternalPlan = { kind: 'internal', tenantId: 9, userId: 1, sipNum: '70001', callee: budi, settings: aSettings(wishes) };
  return internalCall(start, plan, CALLER, 'Ana');
}

export const aCallback = (): Call => callbackCall(start, { tenantId: 9, queueId: 'c0', groupId: 5, number: '525512345678', settings: aSettings() });

export const offerTo = ({ userId, sipNum, name }: typeof ana): CallEvent => ({ type: 'offer', userId, sipNum, name, ringTimeoutMs: 20_000 });
export const handTo = (to: typeof ana, kind: 'blind' | 'consult' = 'blind'): CallEvent => ({ type: 'transferAsked', kind, to, reportTo: null });

/** Plays a call from its beginning. */
export function play(initial: Call): Played {
  let state = initial;
  let nowMs = 0;
  const effects: CallEffect[] = [];
  const legs = new Set<LegId>(initial.parties.map(({ leg }) => leg));
  let timers: { atMs: number; event: CallEvent }[] = [];

  function send(event: CallEvent): CallEffect[] {
    const step = callMachine(state, { ...event, nowMs });
    state = step.state;
    effects.push(...step.effects);
    const asked = [...step.effects];
    for (const effect of step.effects) {
      if (effect.type === 'wake') timers.push({ atMs: nowMs + effect.afterMs, event: effect.event });
      if (effect.type === 'ringAgent' || effect.type === 'ringNumber') legs.add(effect.leg);
      if (effect.type === 'hangUp' || effect.type === 'refuse') asked.push(...ends(effect.leg, effect.type === 'refuse' ? 'refused' : 'normal', null, 'us'));
    }
    return asked;
  }

  function ends(leg: LegId, cause: EndCause = 'normal', sipStatus: number | null = null, by: 'them' | 'us' = 'them'): CallEffect[] {
    if (!legs.delete(leg)) return [];
    return send({ type: 'legEnded', leg, cause, sipStatus, by });
  }

  const played: Played = {
    call: () => state,
    effects,
    legs,
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
    news: (userId) => effects.flatMap((effect) => (effect.type === 'tell' && effect.userId === userId ? [effect.news] : [])),
  };
  send({ type: 'begun' });
  return played;
}
