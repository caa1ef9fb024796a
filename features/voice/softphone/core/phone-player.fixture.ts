import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { dialerCode, headerCode, libraryState } from '#core/phone/phone-codes.ts';
import { newPhone, type DialOrder, type Phone, type PhoneAccount, type PhoneRules } from '#core/phone/phone.ts';
import type { CallArrival, PhoneEffect, PhoneEvent, PhoneTimer, ServerCall } from '#core/phone/phone-events.ts';
import { phoneMachine } from './phone-machine.ts';

export const anAccount = (over: Partial<PhoneAccount> = {}): PhoneAccount => ({
  sipNum: '1000001',
  domain: 'cc.example',
  agentType: AgentType.inAndOut,
  ccAgent: '1000001',
  ccToken: 'token-1',
  ...over,
});

export const anOrder = (over: Partial<DialOrder> = {}): DialOrder => ({
  number: '5512345678',
  countryCode: '52',
  routerId: 0,
  displayNumber: { id: 0, number: '' },
  micOpen: true,
  ...over,
});

export const anArrival = (over: Partial<CallArrival> = {}): CallArrival => ({
  session: 'in-1',
  callId: 'call-1',
  number: '525512345678',
  countryCode: '52',
  groupName: 'Sales',
  eavesdropTarget: null,
  isResume: false,
  direction: 'inbound',
  ...over,
});

export const aServerCall = (over: Partial<ServerCall> = {}): ServerCall => ({
  callId: 'call-1',
  direction: 'inbound',
  answeredMs: null,
  limitEndsMs: null,
  isHeld: false,
  isHeldByThem: false,
  holdSinceMs: null,
  holdEndsMs: null,
  ...over,
});

export const available = { status: AgentStatus.available, waiting: true };

/** A phone with a clock that is turned by hand: events go in, timers come back when time passes. */
export class PhonePlayer {
  phone: Phone;
  nowMs = 1_000_000;
  readonly asked: PhoneEffect[] = [];
  /** Every state of the library that was passed, without repetitions. */
  readonly library: string[] = [];
  private readonly timers: { atMs: number; event: PhoneTimer }[] = [];

  constructor(rules: Partial<PhoneRules> = {}) {
    this.phone = newPhone(rules);
    this.library.push(libraryState(this.phone));
  }

  send(...events: PhoneEvent[]): this {
    for (const event of events) {
      const { state, effects } = phoneMachine(this.phone, { ...event, nowMs: this.nowMs });
      this.phone = state;
      for (const effect of effects) {
        if (effect.type === 'wake') this.timers.push({ atMs: this.nowMs + effect.afterMs, event: effect.event });
        else this.asked.push(effect);
      }
      const now = libraryState(state);
      if (now !== this.library.at(-1)) this.library.push(now);
    }
    return this;
  }

  /** Lets time pass; what is due comes in its order. */
  pass(ms: number): this {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = this.timers.reduce<(typeof this.timers)[number] | null>(
        (first, timer) => (timer.atMs <= untilMs && (!first || timer.atMs < first.atMs) ? timer : first),
        null,
      );
      if (!next) break;
      this.timers.splice(this.timers.indexOf(next), 1);
      this.nowMs = next.atMs;
      this.send(next.event);
    }
    this.nowMs = untilMs;
    return this;
  }

  /** What was asked for since this was called last, without the looks. */
  take(): PhoneEffect[] {
    return this.asked.splice(0).filter(({ type }) => type !== 'look');
  }

  /** Those of one kind, since `take` was called last. */
  only<T extends PhoneEffect['type']>(type: T): Extract<PhoneEffect, { type: T }>[] {
    return this.asked.filter((effect): effect is Extract<PhoneEffect, { type: T }> => effect.type === type);
  }

  get warned(): string[] {
    return this.only('warn').map(({ key }) => key);
  }

  get codes(): [number | null, number | null] {
    return [headerCode(this.phone), dialerCode(this.phone)];
  }

  get session(): string {
    if (!this.phone.call) throw new Error('There is no call.');
    return this.phone.call.session;
  }
}

/** A registered phone of an agent who waits for calls; nothing asked so far. */
export function readyPhone(rules: Partial<PhoneRules> = {}, account: Partial<PhoneAccount> = {}): PhonePlayer {
  const player = new PhonePlayer(rules).send(
    { type: 'accountWanted' },
    { type: 'accountGiven', account: anAccount(account) },
    { type: 'connected' },
    { type: 'registerSent' },
    { type: 'registered' },
    { type: 'agentSaid', agent: available },
  );
  player.take();
  return player;
}

/** In an inbound or an outbound conversation. */
export function talkingPhone(
  direction: 'inbound' | 'outbound' = 'inbound',
  rules: Partial<PhoneRules> = {},
): PhonePlayer {
  const player = readyPhone(rules);
  if (direction === 'inbound') player.send({ type: 'callArrived', arrival: anArrival() }, { type: 'answerPressed' });
  else player.send({ type: 'dialPressed', order: anOrder() });
  player.send({ type: 'answered', session: player.session });
  player.take();
  return player;
}
