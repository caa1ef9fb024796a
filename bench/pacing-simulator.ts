import { chanceOf } from '#core/chance.ts';
import { RING_SEC, type PacingCase } from './pacing-world.ts';

/** What a pacing sees, and what it is told of calls. */
export interface Dialing {
  nowMs: number;
  free: number;
  busySinceMs: readonly number[];
  ringingSinceMs: readonly number[];
}

export interface DialingPolicy {
  /** How many calls to dial now. */
  dial(moment: Dialing): number;
  rang?(rangMs: number, answered: boolean): void;
  answered?(nowMs: number, abandoned: boolean): void;
  handled?(lastedMs: number): void;
}

export interface Simulated {
  /** Share of the agents' time. */
  busy: number;
  /** Share of the answered calls in the whole run, and in the worst 24 hours of it. */
  abandoned: number;
  worstDay: number;
  dialed: number;
  decisions: number;
}

interface Call {
  atMs: number;
  ringing: boolean;
  sinceMs: number;
  /** Its place among those that ring, or among the busy. */
  place: number;
  luck: number;
  handlingMs: number;
}

const DAY_MS = 86_400_000;

/** The n-th call dialled rings, has luck and talks the same for every pacing. */
export function simulate(
  world: PacingCase,
  agents: number,
  days: number,
  seed: number,
  policy: DialingPolicy,
): Simulated {
  const chance = chanceOf(seed);
  const [ringing, busy, ringingSinceMs, busySinceMs] = [[] as Call[], [] as Call[], [] as number[], [] as number[]];
  const events = openEvents();
  const [answeredAtMs, abandonedAtMs] = [[] as number[], [] as number[]];
  const endMs = days * DAY_MS;
  let [nowMs, busyMs, dialed, decisions] = [0, 0, 0, 0];

  const enter = (list: Call[], since: number[], call: Call): void => {
    call.place = list.push(call) - 1;
    since.push(call.sinceMs);
  };
  const leave = (list: Call[], since: number[], call: Call): void => {
    const [last, lastSince] = [list.pop()!, since.pop()!];
    if (last === call) return;
    list[call.place] = last;
    since[call.place] = lastSince;
    last.place = call.place;
  };

  function dial(): void {
    const ringMs = -Math.log(1 - chance()) * RING_SEC * 1_000;
    const [luck, talkLuck] = [chance(), chance()];
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const handlingMs = world.handlingSec(talkLuck, normal) * 1_000;
    const call = { atMs: nowMs + ringMs, ringing: true, sinceMs: nowMs, place: 0, luck, handlingMs };
    enter(ringing, ringingSinceMs, call);
    events.push(call);
    dialed += 1;
  }

  function endRinging(call: Call): void {
    leave(ringing, ringingSinceMs, call);
    const answered = call.luck < world.rateAt(nowMs / 1_000);
    policy.rang?.(nowMs - call.sinceMs, answered);
    if (!answered) return;
    const abandoned = busy.length === agents;
    answeredAtMs.push(nowMs);
    if (abandoned) abandonedAtMs.push(nowMs);
    policy.answered?.(nowMs, abandoned);
    if (abandoned) return;
    Object.assign(call, { ringing: false, sinceMs: nowMs, atMs: nowMs + call.handlingMs });
    enter(busy, busySinceMs, call);
    events.push(call);
  }

  for (;;) {
    decisions += 1;
    const more = policy.dial({ nowMs, free: agents - busy.length, busySinceMs, ringingSinceMs });
    for (let n = 0; n < more; n += 1) dial();
    const call = events.pop();
    if (!call || call.atMs >= endMs) break;
    busyMs += busy.length * (call.atMs - nowMs);
    nowMs = call.atMs;
    if (call.ringing) endRinging(call);
    else {
      leave(busy, busySinceMs, call);
      policy.handled?.(nowMs - call.sinceMs);
    }
  }
  return {
    busy: busyMs / nowMs / agents,
    abandoned: abandonedAtMs.length / Math.max(1, answeredAtMs.length),
    worstDay: worstDay(answeredAtMs, abandonedAtMs),
    dialed,
    decisions,
  };
}

/** The largest share of abandoned calls in any 24 hours that end within the run; the first ones begin with it and are shorter. */
function worstDay(answeredAtMs: readonly number[], abandonedAtMs: readonly number[]): number {
  let [worst, firstAnswered, firstAbandoned, abandoned] = [0, 0, 0, 0];
  for (let answered = 0; answered < answeredAtMs.length; answered += 1) {
    const nowMs = answeredAtMs[answered]!;
    // The share grows when an answered call leaves the window, and when one is abandoned.
    const look = (): number => Math.max(worst, (abandoned - firstAbandoned) / Math.max(1, answered - firstAnswered));
    for (; answeredAtMs[firstAnswered]! <= nowMs - DAY_MS; firstAnswered += 1, worst = look())
      while (firstAbandoned < abandoned && abandonedAtMs[firstAbandoned]! <= answeredAtMs[firstAnswered]!)
        firstAbandoned += 1;
    if (abandonedAtMs[abandoned] !== nowMs) continue;
    abandoned += 1;
    worst = Math.max(worst, (abandoned - firstAbandoned) / (answered + 1 - firstAnswered));
  }
  return worst;
}

/** Calls by the moment something happens to them (a binary heap). */
function openEvents() {
  const heap: Call[] = [];
  return {
    push(call: Call): void {
      let at = heap.push(call) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (heap[above]!.atMs <= call.atMs) break;
        heap[at] = heap[above]!;
        at = above;
      }
      heap[at] = call;
    },
    pop(): Call | undefined {
      const [first, last] = [heap[0], heap.pop()];
      if (heap.length === 0 || !last) return first;
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= heap.length) break;
        if (below + 1 < heap.length && heap[below + 1]!.atMs < heap[below]!.atMs) below += 1;
        if (heap[below]!.atMs >= last.atMs) break;
        heap[at] = heap[below]!;
        at = below;
      }
      heap[at] = last;
      return first;
    },
  };
}
