import type { RoutingEffect, RoutingEvent } from '../core/routing.ts';
import { emptyRouting, routingMachine, type Routing } from '../core/routing-machine.ts';
import { entryOf } from '../core/state.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { GroupLineEvent, Written, TenantLine } from './tenant-line.ts';

interface LineParts {
  clock: { nowMs(): number };
  /** Must have happened before anything is done about it. */
  store(written: Written): Promise<void>;
  perform(effects: readonly RoutingEffect[]): void;
  decided(count: number): void;
  report(problem: unknown): void;
}

interface Pending {
  event: GroupLineEvent | ((routing: Routing) => GroupLineEvent | null);
  done(result: { before: Routing; after: Routing }): void;
  failed(problem: unknown): void;
}

/** Decisions that wait for each other are stored together. */
const MOST_AT_ONCE = 200;

const STORE_AGAIN_MS = 500;

const LONGEST_SLEEP_MS = 3_600_000;

/**
 * The line of one tenant: one decision after another, each stored before it is acted on. While the database is away
 * nothing is decided and nothing is forgotten.
 */
export function openTenantLine({ clock, store, perform, decided, report }: LineParts): TenantLine {
  let routing = emptyRouting;
  let pending: Pending[] = [];
  let running: Promise<void> | null = null;
  let stopped = false;
  let mostAtOnce = MOST_AT_ONCE;
  let timer: NodeJS.Timeout | undefined;
  let armedFor: number | null = null;

  async function run(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, mostAtOnce);
      try {
        const taken = await take(batch);
        pending = pending.slice(taken);
      } catch (problem) {
        if (isUnavailable(problem) && !stopped) await new Promise((again) => setTimeout(again, STORE_AGAIN_MS));
        else if (batch.length > 1) mostAtOnce = 1;
        else refuse(problem);
      }
    }
    mostAtOnce = MOST_AT_ONCE;
    running = null;
    arm();
  }

  /** The first cannot be decided or stored: the others must not suffer for it. */
  function refuse(problem: unknown): void {
    const [one, ...others] = pending;
    pending = others;
    if (!(problem instanceof Failure)) report(problem);
    one!.failed(problem);
  }

  /** Decides, stores and performs as many of them as can be stored together; answers how many that were. */
  async function take(batch: readonly Pending[]): Promise<number> {
    let state = routing;
    const effects: RoutingEffect[] = [];
    const results: { before: Routing; after: Routing }[] = [];
    const written: Written = { kept: new Map(), ended: new Map(), groups: new Set() };
    for (const { event } of batch) {
      const meant = typeof event === 'function' ? event(state) : event;
      const step = meant
        ? routingMachine(state, { ...meant, nowMs: clock.nowMs() } as RoutingEvent)
        : { state, effects: [] };
      // A call that left and came again has two rows; each needs a writing of its own.
      if (step.effects.some((effect) => effect.type === 'keep' && written.ended.has(effect.callId))) break;
      note(written, state, step.state, step.effects);
      effects.push(...step.effects);
      results.push({ before: state, after: step.state });
      state = step.state;
    }
    if (written.kept.size > 0 || written.ended.size > 0) await store(written);
    routing = state;
    decided(results.length);
    for (const [index, result] of results.entries()) batch[index]!.done(result);
    perform(effects);
    return results.length;
  }

  function note(
    { kept, ended, groups }: Written,
    before: Routing,
    after: Routing,
    effects: readonly RoutingEffect[],
  ): void {
    for (const effect of effects) {
      if (effect.type !== 'keep' && effect.type !== 'drop') continue;
      for (const entry of [entryOf(before, effect.callId), entryOf(after, effect.callId)])
        if (entry) groups.add(entry.groupId);
      const entry = entryOf(after, effect.callId);
      if (effect.type === 'drop') ended.set(effect.callId, { why: effect.why, atMs: clock.nowMs() });
      else if (entry) kept.set(effect.callId, entry);
    }
  }

  function arm(): void {
    if (stopped || routing.wakeAtMs === armedFor) return;
    clearTimeout(timer);
    armedFor = routing.wakeAtMs;
    if (armedFor === null) return;
    timer = setTimeout(
      () => {
        armedFor = null;
        void line.send({ type: 'tick' }).catch(report);
      },
      Math.min(Math.max(1, armedFor - clock.nowMs()), LONGEST_SLEEP_MS),
    );
    timer.unref();
  }

  const line: TenantLine = {
    now: () => routing,
    send: (event) =>
      new Promise((done, failed) => {
        pending.push({ event, done, failed });
        running ??= Promise.resolve().then(run);
      }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
  return line;
}
