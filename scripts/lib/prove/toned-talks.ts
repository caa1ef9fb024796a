import { setTimeout as wait } from 'node:timers/promises';
import type { SuiteCall } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { CallHeader } from '#shared/call-headers.ts';
import type { SipPhoneCall } from '#test/sip-phone.ts';
import type { SeatedAgent } from '../../../bench/exchange-agent.ts';
import { longestPauseMs, type NotedCall } from './ledger.ts';

const CALLER_HZ = 500;
const CALLEE_HZ = 900;
const LISTEN_MS = 100;
const CONNECT_MS = 20_000;
/** Who is silent so long talks to nobody any more. */
const GONE_MS = 6_000;

/** Two people who say a tone each and listen for the other's. */
export interface TonedTalk {
  tenantId: number;
  /** The Asterisk it goes through. */
  node: string;
  note: NotedCall;
  /** Moments at which the caller heard the callee, and the callee the caller. */
  heardMs: readonly [number[], number[]];
  isOver(): boolean;
  /** Nobody hears anybody any more, or one of them was hung up on. */
  isGone(): boolean;
  hangUp(): Promise<void>;
}

/** The longest time in which one of them did not hear the other. */
export const pauseOfTalk = ({ heardMs }: Pick<TonedTalk, 'heardMs'>, fromMs: number, untilMs: number): number =>
  Math.max(...heardMs.map((moments) => longestPauseMs(moments, fromMs, untilMs)));

/** An agent calls another, or somebody outside calls in (`caller` is their call already). */
export async function beginTalk(
  wish: { tenantId: number; node: string; callees: readonly SeatedAgent[] },
  caller: { seat: SeatedAgent } | { outside: SuiteCall },
): Promise<TonedTalk> {
  const { callees, tenantId, node } = wish;
  const near = 'seat' in caller ? caller.seat.dial(callees[0]!.sipNum) : caller.outside;
  near.speak(CALLER_HZ);
  const { far, phone } = await untilRung(callees, near);
  const note: NotedCall = {
    callId: far.header(CallHeader.callId) ?? '',
    phone,
    rangMs: Date.now(),
    answeredMs: null,
    overMs: null,
  };
  far.speak(CALLEE_HZ);
  await far.answer();
  note.answeredMs = Date.now();
  const heardMs: [number[], number[]] = [[], []];
  const state = { isOver: false };
  void listen(near, far, heardMs, note, state);
  for (const untilMs = performance.now() + CONNECT_MS; heardMs.some((moments) => moments.length === 0);) {
    if (performance.now() > untilMs || near.at() === 'over') {
      state.isOver = true;
      throw new Error(`a talk of ${phone} did not connect: ${near.at()}, ${far.at()}`);
    }
    await wait(20);
  }
  return {
    tenantId,
    node,
    note,
    heardMs,
    isOver: () => state.isOver,
    isGone: () =>
      near.at() === 'over' ||
      far.at() === 'over' ||
      heardMs.some((moments) => performance.now() - moments.at(-1)! > GONE_MS),
    async hangUp() {
      state.isOver = true;
      await near.hangUp().catch(() => {});
      note.overMs ??= Date.now();
      await wait(200);
      if (far.at() !== 'over') await far.hangUp().catch(() => {});
    },
  };
}

async function untilRung(
  callees: readonly SeatedAgent[],
  near: SuiteCall,
): Promise<{ far: SipPhoneCall; phone: string }> {
  const names = callees.map(({ sipNum }) => sipNum).join(', ');
  for (const untilMs = performance.now() + CONNECT_MS; performance.now() < untilMs; await wait(20)) {
    for (const { phone, sipNum } of callees) {
      const far = phone.calls.find((one) => one.at() === 'ringing');
      if (far) return { far, phone: sipNum };
    }
    if (near.at() === 'over') throw new Error(`a call to ${names} was refused: ${near.status()}`);
  }
  throw new Error(`nothing rang at ${names}`);
}

async function listen(
  near: SuiteCall,
  far: SuiteCall,
  heardMs: [number[], number[]],
  note: NotedCall,
  state: { isOver: boolean },
): Promise<void> {
  while (!state.isOver) {
    const [nearHears, farHears] = [await near.hears(), await far.hears()];
    const nowMs = performance.now();
    if (nearHears.includes(CALLEE_HZ)) heardMs[0].push(nowMs);
    if (farHears.includes(CALLER_HZ)) heardMs[1].push(nowMs);
    if (far.at() === 'over') note.overMs ??= Date.now();
    await wait(LISTEN_MS);
  }
}
