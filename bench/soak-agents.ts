import { setTimeout as wait } from 'node:timers/promises';
import { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import type { SipPhoneCall } from '#test/sip-phone.ts';
import { AgentStatus, Refused, sitDown, type AgentPost, type SeatedAgent } from './exchange-agent.ts';

/** Agents of a soak in a process that may be killed: each calls, answers and does what people do, by chance of a seed. */
export interface SoakOrder {
  posts: AgentPost[];
  /** Phones, groups and numbers to call and to give calls to. */
  colleagues: { userId: number; sipNum: string }[];
  groupIds: number[];
  numbers: string[];
  seed: number;
}

/** What was done, and what the product answered that it never should. */
export interface SoakTally {
  did: Record<string, number>;
  wrong: string[];
}

type Luck = ReturnType<typeof chances>;

const tally: SoakTally = { did: {}, wrong: [] };
const day = { over: false };
const running: Promise<void>[] = [];

process.on('message', (order: SoakOrder | 'leave') => {
  if (order === 'leave') {
    day.over = true;
    void Promise.all(running).then(() => process.send!(tally, () => process.exit(0)));
    return;
  }
  for (const post of order.posts) running.push(work(post, order));
});
// The soak itself is gone.
process.on('disconnect', () => process.exit(1));
process.on('unhandledRejection', (problem) => void wrong(problem));

const note = (what: string): void => void (tally.did[what] = (tally.did[what] ?? 0) + 1);

/** Refusals belong to the trade (somebody was faster); what the product did not expect itself does not. */
function wrong(problem: unknown): void {
  const UNEXPECTED = 500;
  if (problem instanceof Refused && problem.code !== UNEXPECTED) return note('refused');
  if (problem instanceof Error && /not connected|socket hang up|WebSocket|Invalid|^\d{3}$|state/i.test(problem.message))
    return note('too late');
  tally.wrong.push(String(problem));
}

const attempt = (work_: () => unknown): Promise<unknown> => Promise.resolve().then(work_).catch(wrong);

async function work(post: AgentPost, order: SoakOrder): Promise<void> {
  const luck = chances(order.seed + post.userId);
  const others = order.colleagues.filter(({ userId }) => userId !== post.userId);
  while (!day.over) {
    let seat: SeatedAgent;
    try {
      seat = await sitDown(post);
    } catch (problem) {
      wrong(problem);
      await wait(1_000);
      continue;
    }
    note('sat down');
    await attempt(() => seat.become(AgentStatus.available));
    const talks = new Set<Promise<unknown>>();
    const follow = (talk: Promise<unknown>): void => {
      talks.add(talk);
      void talk.finally(() => talks.delete(talk));
    };
    seat.phone.onRung = (call) => follow(attempt(() => rung(seat, call, luck, order)));
    for (let turns = luck.between(5, 25); turns > 0 && !day.over; turns -= 1) {
      if (talks.size === 0) await attempt(() => turn(seat, luck, order, others));
      await wait(luck.between(100, 1_500));
    }
    await Promise.all(talks);
    await seat.leave();
    note('left');
  }
}

/** Something an agent does who is not in a call. */
async function turn(seat: SeatedAgent, luck: Luck, order: SoakOrder, others: SoakOrder['colleagues']): Promise<void> {
  const chance = luck.chance();
  if (chance < 0.35) return dial(seat, one(luck, order.numbers), luck, order, 'dialled a number');
  if (chance < 0.6) return dial(seat, one(luck, others).sipNum, luck, order, 'dialled a colleague');
  if (chance < 0.65) return dial(seat, luck.chance() < 0.5 ? '9196' : '4444', luck, order, 'dialled the exchange');
  if (chance < 0.72) {
    note('dropped the socket');
    seat.phone.dropConnection();
    await wait(luck.between(50, 3_000));
    return seat.phone.reconnect();
  }
  if (chance < 0.82) {
    note('took a break');
    await seat.become(AgentStatus.onBreak);
    await wait(luck.between(200, 2_000));
  }
  note('became available');
  return seat.become(AgentStatus.available);
}

async function dial(seat: SeatedAgent, to: string, luck: Luck, order: SoakOrder, what: string): Promise<void> {
  note(what);
  const call = seat.dial(to);
  call.speak(500);
  const patienceMs = luck.chance() < 0.2 ? luck.between(0, 800) : luck.between(3_000, 12_000);
  await over(call, patienceMs, () => call.at() === 'talking');
  if (call.at() === 'talking') return talk(seat, call, luck, order);
  if (call.at() === 'over') return note('was refused');
  note('cancelled');
  await call.hangUp();
  await over(call, 5_000);
}

async function rung(seat: SeatedAgent, call: SipPhoneCall, luck: Luck, order: SoakOrder): Promise<void> {
  note('rang');
  const chance = luck.chance();
  await over(call, luck.between(0, 1_500));
  if (call.at() !== 'ringing') return note('caller gave up');
  if (chance < 0.08) {
    note('declined');
    return call.decline(one(luck, [486, 603, 480]));
  }
  if (chance < 0.14) {
    note('let it ring');
    return over(call, 70_000);
  }
  note('answered');
  await call.answer();
  call.speak(1_000);
  await over(call, 5_000, () => call.at() === 'talking');
  return talk(seat, call, luck, order);
}

/** A conversation: a few things happen, then somebody hangs up. */
async function talk(seat: SeatedAgent, call: SipPhoneCall, luck: Luck, order: SoakOrder): Promise<void> {
  for (let steps = luck.between(0, 4); steps > 0 && call.at() === 'talking' && !day.over; steps -= 1) {
    await over(call, luck.between(100, 2_000));
    if (call.at() === 'talking') await attempt(() => step(seat, call, luck, order));
  }
  await over(call, luck.between(0, 2_500));
  if (call.at() === 'over') return note('they hung up');
  note('hung up');
  await call.hangUp();
  await over(call, 5_000);
}

async function step(seat: SeatedAgent, call: SipPhoneCall, luck: Luck, order: SoakOrder): Promise<unknown> {
  const chance = luck.chance();
  if (chance < 0.2) {
    note('held');
    await call.hold();
    await over(call, luck.between(100, 1_500));
    return call.resume();
  }
  if (chance < 0.35) {
    note('pressed keys');
    return call.key(String(luck.between(0, 9)));
  }
  if (chance < 0.45) {
    note('socket dropped in a call');
    seat.phone.dropConnection();
    await wait(luck.between(50, 4_000));
    return seat.phone.reconnect();
  }
  if (chance < 0.5) {
    note('moved network');
    return call.moveNetwork();
  }
  if (chance < 0.6) {
    note('referred');
    return call.refer(one(luck, order.colleagues).sipNum);
  }
  const callId = await seat.liveCall();
  const ask = (what: string, body: object = {}): Promise<unknown> =>
    seat.ask(`/cc/api/calls/v1/${what}`, { callId, ...body });
  if (!callId) return undefined;
  if (chance < 0.7) {
    note('held by the page');
    await ask('hold');
    await over(call, luck.between(100, 1_500));
    return ask('unhold');
  }
  const target =
    luck.chance() < 0.6 ? { userId: one(luck, order.colleagues).userId } : { number: one(luck, order.numbers) };
  if (chance < 0.85) {
    note('transferred');
    return ask('transfer', {
      kind: 'blind',
      target: luck.chance() < 0.3 ? { groupId: one(luck, order.groupIds) } : target,
    });
  }
  note('consulted');
  await ask('transfer', { kind: 'consult', target });
  await over(call, luck.between(500, 5_000));
  if (luck.chance() < 0.3) await attempt(() => ask('transferSwap'));
  return ask(luck.chance() < 0.5 ? 'transferComplete' : 'transferCancel');
}

/** Waits for the end of a call, or of patience, or for something else. */
async function over(call: SipPhoneCall, ms: number, also: () => boolean = () => false): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && call.at() !== 'over' && !also() && !day.over) await wait(20);
}

const one = <T>(luck: Luck, list: readonly T[]): T => list[luck.between(0, list.length - 1)]!;
