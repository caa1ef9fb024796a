import type { RehearsedExchange, SuiteCall, SuitePhone } from './rehearsed-exchange.fixture.ts';
import { AGENT, CUSTOMER } from './suite-tones.fixture.ts';
import { legId, type LegId, type Target, type TelephonyEvent } from '../telephony.port.ts';

type EventType = TelephonyEvent['type'];
type EventOf<T extends EventType> = Extract<TelephonyEvent, { type: T }>;

/** A party on the exchange: its leg, and its own view of it. */
export interface Party {
  leg: LegId;
  call: SuiteCall;
}

const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 20;
/** How much of the story a failure quotes. */
const LOGGED_MOST = 20;
const RING_MS = 20_000;
const CALLER_ID = '5550100';

/** Declares one case of the suite. */
export type OnStage = (name: string, play: (stage: SuiteStage) => Promise<void>) => void;

export const openStage = (exchange: RehearsedExchange): SuiteStage => new SuiteStage(exchange);

/** What the cases of the suite have in common: one exchange, what it told, and ways to wait for it. */
export class SuiteStage {
  readonly exchange: RehearsedExchange;
  readonly events: TelephonyEvent[] = [];
  private count = 0;

  constructor(exchange: RehearsedExchange) {
    this.exchange = exchange;
    exchange.telephony.onEvent((event) => void this.events.push(event));
  }

  newLeg(): LegId {
    return legId(`suite-${++this.count}`);
  }

  async until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
    for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_EVERY_MS) {
      const seen = await look();
      if (seen) return seen;
      await this.exchange.pass(LOOK_EVERY_MS);
    }
    throw new Error(
      `waited in vain: ${what}; told last: ${JSON.stringify(this.events.filter((event) => event.type !== 'legQuality').slice(-LOGGED_MOST))}`,
    );
  }

  of(leg: LegId): TelephonyEvent[] {
    return this.events.filter((event) => 'leg' in event && event.leg === leg);
  }

  /** The story of a leg in words, without what comes by the clock. */
  story(leg: LegId): EventType[] {
    return this.of(leg)
      .map((event) => event.type)
      .filter((type) => type !== 'legQuality');
  }

  /** Waits for the newest event of this type, of this leg. */
  saw<T extends EventType>(type: T, leg?: LegId): Promise<EventOf<T>> {
    return this.until(`${type} ${leg ?? ''}`, () =>
      this.events
        .filter(
          (event): event is EventOf<T> =>
            event.type === type && (leg === undefined || ('leg' in event && event.leg === leg)),
        )
        .at(-1),
    );
  }

  async hears(call: SuiteCall, tones: readonly number[]): Promise<void> {
    let heard: number[] = [];
    await this.until(`hears ${JSON.stringify(tones)}`, async () => {
      heard = await call.hears();
      return String(heard) === String(tones);
    }).catch((problem: Error) => {
      throw new Error(`heard ${JSON.stringify(heard)}: ${problem.message}`);
    });
  }

  /** Listens for a while and gathers every tone that was heard. */
  async everythingHeard(call: SuiteCall, ms = 400): Promise<number[]> {
    const tones = new Set<number>();
    for (let passed = 0; passed < ms; passed += 40) {
      for (const hz of await call.hears()) tones.add(hz);
      await this.exchange.pass(40);
    }
    return [...tones].sort((a, b) => a - b);
  }

  async ring(
    target: Target,
    options: { timeoutMs?: number; headers?: Record<string, string>; sipCallId?: string } = {},
  ): Promise<LegId> {
    const leg = this.newLeg();
    const { telephony, tenantId = 1 } = this.exchange;
    await telephony.ring(leg, target, { tenantId, callerId: CALLER_ID, timeoutMs: RING_MS, ...options });
    return leg;
  }

  /** An offered leg that was answered. Its caller knows it before we are told, where the exchange can tell. */
  async answered({ leg, call }: Party): Promise<void> {
    await this.saw('legAnswered', leg);
    if (this.exchange.lacks?.includes('confirmedAnswers')) await this.until('they talk', () => call.at() === 'talking');
  }

  ringingAt(phone: SuitePhone): Promise<SuiteCall> {
    return this.until(`${phone.account} rings`, () => phone.rung());
  }

  ringingOutside(): Promise<SuiteCall> {
    return this.until('outside rings', () => this.exchange.outside.rung());
  }

  ringOutside(options: { timeoutMs?: number; sipCallId?: string } = {}): Promise<LegId> {
    return this.ring({ number: this.exchange.outside.number, line: this.exchange.outside.line }, options);
  }

  /** A phone of ours that was rung, has answered and speaks. */
  async talkingAt(phone: SuitePhone, hz: number): Promise<Party> {
    const leg = await this.ring({ account: phone.account });
    const call = await this.ringingAt(phone);
    await call.answer();
    await this.saw('legAnswered', leg);
    call.speak(hz);
    return { leg, call };
  }

  /** Somebody outside who was rung, has answered and speaks. */
  async talkingOutside(hz: number): Promise<Party> {
    const leg = await this.ringOutside();
    const call = await this.ringingOutside();
    await call.answer();
    await this.saw('legAnswered', leg);
    call.speak(hz);
    return { leg, call };
  }

  /** An agent at a phone of ours and a customer who talk. */
  async conversation(phone?: SuitePhone): Promise<{ agent: Party; customer: Party }> {
    const agent = await this.talkingAt(phone ?? (await this.exchange.phone('1001')), AGENT);
    const customer = await this.talkingOutside(CUSTOMER);
    await this.exchange.telephony.bridge(agent.leg, customer.leg);
    await this.hears(agent.call, [CUSTOMER]);
    await this.hears(customer.call, [AGENT]);
    return { agent, customer };
  }

  /** A phone of ours that dialled; its leg waits. */
  async offeredBy(phone: SuitePhone, to: string, headers: Record<string, string> = {}): Promise<Party> {
    const before = this.events.length;
    const call = phone.call(to, headers);
    const offered = await this.until('legOffered', () =>
      this.events.slice(before).find((event): event is EventOf<'legOffered'> => event.type === 'legOffered'),
    );
    return { leg: offered.leg, call };
  }

  async ended(leg: LegId): Promise<EventOf<'legEnded'>> {
    const end = await this.saw('legEnded', leg);
    if (this.of(leg).filter((event) => event.type === 'legEnded').length !== 1) throw new Error('a leg ended twice');
    return end;
  }
}
