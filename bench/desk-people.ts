import { setTimeout as wait } from 'node:timers/promises';
import { SessionState } from 'sip.js';
import type { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import { CallHeader } from '#shared/call-headers.ts';
import type { SipPhoneCall } from '#test/sip-phone.ts';
import { AgentStatus, Refused, sitDown, type SeatedAgent } from './exchange-agent.ts';
import type { AgentPost } from './exchange-house.ts';

/** People of some teams who sit at phones, answer what rings, call out, and come back whenever a connection is lost. */
export interface DeskTrial {
  luck: ReturnType<typeof chances>;
  teams: readonly DeskTeam[];
  seats: Map<number, SeatedAgent>;
  faults: string[];
  counts: Record<string, number>;
  isOver: boolean;
  /** What rang at phones, as they saw it. */
  rung?: RungCall[];
}

export interface DeskTeam {
  tenantId: number;
  did: string;
  posts: AgentPost[];
}

/** A call that came to a phone, by the phone's own clock. */
export interface RungCall {
  tenantId: number;
  callId: string;
  phone: string;
  rangMs: number;
  answeredMs: number | null;
  overMs: number | null;
  isCut: boolean;
  /** Where it hung up: when the product confirmed that; null where it did not. */
  heardMs?: number | null;
  /** A customer is called back. */
  isCallback: boolean;
}

const ORDER_PATIENCE_MS = 12_000;
const CALLED = '4155550100';

export const countIn = ({ counts }: Pick<DeskTrial, 'counts'>, what: string): void =>
  void (counts[what] = (counts[what] ?? 0) + 1);

/** Asks until it is answered: while a desk moves everybody is told to come again. */
export async function order(trial: DeskTrial, what: string, ask: () => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + ORDER_PATIENCE_MS;
  for (;;) {
    try {
      await ask();
      return countIn(trial, `${what} answered`);
    } catch (problem) {
      const isRefused = problem instanceof Refused && problem.code !== 503 && problem.code !== 500;
      if (isRefused) return countIn(trial, `${what} refused`);
      if (trial.isOver) return;
      if (performance.now() > untilMs) return void trial.faults.push(`${what} was not answered: ${String(problem)}`);
      await wait(250);
    }
  }
}

/** Somebody who sits down again whenever a connection is lost. */
export async function workAtPhone(trial: DeskTrial, post: AgentPost): Promise<void> {
  const tenantId = trial.teams.find(({ posts }) => posts.includes(post))!.tenantId;
  while (!trial.isOver) {
    let seat: SeatedAgent;
    try {
      seat = await sitDown(post);
      await seat.become(AgentStatus.available);
    } catch {
      await wait(300);
      continue;
    }
    countIn(trial, 'sat down');
    const came: SipPhoneCall[] = [];
    const noted: RungCall[] = [];
    seat.phone.onRung = (call) => {
      if (came.some((other) => other.at() !== 'over')) trial.faults.push(`two calls rang at ${seat.sipNum}`);
      came.push(call);
      const note = noteCall(trial, { tenantId, phone: seat.sipNum }, call);
      noted.push(note);
      void answer(trial, seat, call, note).catch(() => countIn(trial, 'cut in a call'));
    };
    trial.seats.set(post.userId, seat);
    while (!trial.isOver && !seat.isCut()) await wait(100);
    trial.seats.delete(post.userId);
    if (trial.isOver) {
      await seat.leave().catch(() => {});
      continue;
    }
    for (const call of noted) if (call.overMs === null) [call.isCut, call.overMs] = [true, Date.now()];
    await seat.phone.close().catch(() => {});
  }
}

function noteCall(trial: DeskTrial, who: Pick<RungCall, 'tenantId' | 'phone'>, call: SipPhoneCall): RungCall {
  const note: RungCall = {
    ...who,
    callId: call.header(CallHeader.callId) ?? '',
    rangMs: Date.now(),
    answeredMs: null,
    overMs: null,
    isCut: false,
    isCallback: call.header(CallHeader.direction) === 'outbound',
  };
  trial.rung?.push(note);
  // A phone takes itself for connected once it has said so; what counts is that it was heard.
  call.session.delegate = { ...call.session.delegate, onAck: () => void (note.answeredMs ??= Date.now()) };
  call.session.stateChange.addListener((state) => {
    if (state === SessionState.Terminated) note.overMs ??= Date.now();
  });
  return note;
}

async function answer(trial: DeskTrial, seat: SeatedAgent, call: SipPhoneCall, note: RungCall): Promise<void> {
  countIn(trial, 'rang');
  await wait(trial.luck.between(50, 600));
  if (call.at() !== 'ringing') return;
  await call.answer();
  countIn(trial, 'answered');
  await talk(trial, seat, call, note);
}

async function talk(trial: DeskTrial, seat: SeatedAgent, call: SipPhoneCall, note?: RungCall): Promise<void> {
  await wait(trial.luck.between(500, 2_500));
  if (trial.luck.chance() < 0.5)
    await order(trial, 'hold', async () => {
      const callId = await seat.liveCall();
      if (callId && call.at() === 'talking') await seat.ask('/cc/api/calls/v1/hold', { callId });
    });
  await wait(trial.luck.between(0, 1_000));
  if (call.session.state !== SessionState.Established) return call.hangUp();
  if (note) note.heardMs = null;
  await call.session.bye({ requestDelegate: { onAccept: () => void (note && (note.heardMs = Date.now())) } });
}

/** So many calls, in turn for each team: a customer's, or one of an agent who is free. */
export async function makeCalls(trial: DeskTrial, calls: number, isEnough = () => false): Promise<void> {
  for (let made = 0; made < calls && !trial.isOver && !isEnough(); made += 1) {
    const team = trial.teams[made % trial.teams.length]!;
    const seated = team.posts.flatMap(({ userId }) => trial.seats.get(userId) ?? []);
    const seat = seated[Math.floor(trial.luck.chance() * seated.length)];
    if (!seat) {
      made -= 1;
      await wait(200);
      continue;
    }
    const isFree = seat.phone.calls.every((call) => call.at() === 'over');
    if (isFree && trial.luck.chance() < 0.35) {
      countIn(trial, 'dialled');
      const call = seat.dial(CALLED);
      void talk(trial, seat, call).catch(() => countIn(trial, 'cut in a call'));
    } else
      void order(trial, 'customer', () => seat.ask('/cc/api/rehearsal/v1/callIn', { did: team.did, seed: made + 1 }));
    await wait(trial.luck.between(250, 900));
  }
}
