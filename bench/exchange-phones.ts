import { setTimeout as wait } from 'node:timers/promises';
import { PhoneSound } from '#test/phone-sound.ts';
import type { SipPhoneCall } from '#test/sip-phone.ts';
import { AgentStatus, sitDown, type AgentPost, type SeatedAgent } from './exchange-agent.ts';

/** What phones in a process of their own are told; each order is answered once, in order. */
export type PhonesOrder =
  | { do: 'seat'; posts: AgentPost[] }
  /** The first of each pair calls the second, who answers; done when both hear. */
  | { do: 'talk'; pairs: [number, number][] }
  /** Each phone listens to the call of another. */
  | { do: 'monitor'; pairs: [number, number][] }
  | { do: 'hangUp'; phones: number[] }
  /** Pairs call and hang up again and again. */
  | { do: 'churn'; pairs: readonly [number, number][]; atOnce: number; seconds: number }
  | { do: 'count' }
  /** Sound alone, without signalling: for the bare relay. */
  | { do: 'offer'; count: number }
  | { do: 'accept'; answers: string[] }
  | { do: 'close'; count: number };

const PATIENCE_MS = 20_000;
const AT_ONCE = 10;
const CALL_TRIES = 20;
const seats: SeatedAgent[] = [];
const bare: PhoneSound[] = [];
let heardBefore = 0;

process.on('message', (order: PhonesOrder) => {
  follow(order).then(
    (answer) => process.send!(answer),
    (problem: unknown) => process.send!({ problem: problem instanceof Error ? problem.message : String(problem) }),
  );
});

// Whoever started them is gone.
process.on('disconnect', () => process.exit());

async function follow(order: PhonesOrder): Promise<object> {
  switch (order.do) {
    case 'seat':
      await inTurn(order.posts, async (post) => {
        const seat = await sitDown(post);
        // What rings is answered, a supervisor's call too.
        seat.phone.onRung = (call) => void call.answer().catch(() => {});
        await seat.become(AgentStatus.available);
        seats.push(seat);
      });
      // Pairs name phones by the order of their posts, whoever sat down first.
      seats.sort((a, b) => a.post.userId - b.post.userId);
      return { seated: seats.length };
    case 'talk': {
      const ringMs = await inTurn(order.pairs, async ([caller, callee]) =>
        (await connect(caller, callee)).ringingAfterMs(),
      );
      return { ringMs };
    }
    case 'monitor':
      await inTurn(order.pairs, async ([supervisor, agent]) => {
        const { ask, sipNum } = seats[supervisor]!;
        await ask('/cc/api/calls/v1/monitorStart', { sipNumber: sipNum, uuid: await seats[agent]!.liveCall() });
        await until(() => hears(supervisor), `supervisor ${supervisor} hears nothing`);
      });
      return {};
    case 'hangUp':
      await inTurn(order.phones, async (at) => {
        await current(at)?.hangUp();
        await until(() => !isTalking(at), `phone ${at} does not end its call`);
      });
      return {};
    case 'churn':
      return churn(order.pairs, order.atOnce, order.seconds);
    case 'count': {
      const sounds = [...bare, ...seats.flatMap((_, at) => current(at)?.sound() ?? [])];
      const heard = sounds.reduce((sum, { packetsHeard }) => sum + packetsHeard, 0);
      const since = heard - heardBefore;
      heardBefore = heard;
      const { user, system } = process.cpuUsage();
      return {
        heard: since,
        cpuUs: user + system,
        talking: bare.length + seats.filter((_, at) => isTalking(at)).length,
      };
    }
    case 'offer': {
      const opened = Array.from({ length: order.count }, () => new PhoneSound());
      bare.push(...opened);
      return { offers: await inTurn(opened, async (sound) => (await sound.getDescription()).body) };
    }
    case 'accept': {
      const waiting = bare.slice(-order.answers.length);
      for (const [at, answer] of order.answers.entries()) await waiting[at]!.setDescription(answer);
      await until(() => waiting.every(({ packetsHeard }) => packetsHeard > 0), 'the relay connects no sound');
      return {};
    }
    case 'close':
      for (const sound of bare.splice(-order.count)) sound.close();
      return {};
  }
}

/** Whoever just hung up is busy for a moment more; they are called again. */
async function connect(caller: number, callee: number): Promise<SipPhoneCall> {
  for (let tries = 1; ; tries += 1) {
    const call = seats[caller]!.dial(seats[callee]!.sipNum);
    call.speak(500);
    await until(
      () => call.at() === 'over' || (hears(caller) && hears(callee)),
      `phones ${caller} and ${callee} do not hear each other`,
    );
    if (call.at() !== 'over') return call;
    if (tries === CALL_TRIES) throw new Error(`phone ${caller} was refused: ${call.status()}`);
    await wait(200);
  }
}

/** So many calls at once; the pairs take turns. */
async function churn(
  pairs: readonly [number, number][],
  atOnce: number,
  seconds: number,
): Promise<{ calls: number; refused: number; ringMs: number[] }> {
  const untilMs = performance.now() + seconds * 1_000;
  const ringMs: number[] = [];
  let calls = 0;
  let refused = 0;
  const waiting = [...pairs];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < untilMs) {
        const [caller, callee] = waiting.shift()!;
        const call = seats[caller]!.dial(seats[callee]!.sipNum);
        await until(
          () => call.at() === 'over' || (call.at() === 'talking' && isTalking(callee)),
          'a call neither begins nor ends',
        );
        if (call.at() === 'over') {
          refused += 1;
          await wait(50);
        } else {
          ringMs.push(call.ringingAfterMs() ?? 0);
          await call.hangUp();
          await until(() => !isTalking(caller) && !isTalking(callee), 'a call does not end');
          calls += 1;
        }
        waiting.push([caller, callee]);
      }
    }),
  );
  return { calls, refused, ringMs };
}

const current = (at: number): SipPhoneCall | undefined => seats[at]!.phone.calls.at(-1);
const isTalking = (at: number): boolean => current(at)?.at() === 'talking';
const hears = (at: number): boolean => isTalking(at) && (current(at)!.sound()?.packetsHeard ?? 0) > 0;

async function until(done: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!done()) {
    if (performance.now() > deadline) throw new Error(otherwise);
    await wait(5);
  }
}

/** A few at a time, so that setting up does not measure how long a queue is. */
async function inTurn<One, Made>(all: readonly One[], work: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < all.length; at = next++) made[at] = await work(all[at]!);
    }),
  );
  return made;
}
