import { nextHold, secondsOf } from '#core/money/cost.ts';
import { meterStep, type Meter } from '#core/money/meter.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import type { CallHolds } from '#features/money/charges/server/index.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { After } from '#platform/server/timer.ts';
import { meteredIn, metersMoved, type MeteredLeg } from '../core/metered-legs.ts';
import type { CallMeters } from './call-meters.ts';
import type { DeskCalls } from './desk-calls.ts';

interface CallMetersParts {
  holds: CallHolds | null;
  book: Pick<CallBook, 'mark'>;
  desk: Pick<DeskCalls, 'byId'>;
  after: After;
  report(problem: unknown, callId?: string): void;
}

interface Running extends Meter {
  tenantId: number;
  callId: string;
  leg: LegId;
  charge: MeteredLeg['charge'];
  coveredSec: number;
  sinceMs: number;
  cancel(): void;
}

/** So long after a question that was not answered it is asked again; a call does not end for it. */
const UNKNOWN_MS = 5_000;

/**
 * Runs a meter for each leg that costs something, from its answer to its end. The book is told when these are, before it closes the record:
 * what is charged does not depend on a meter, which only keeps money ready, warns and ends.
 */
export function openCallMeters({ holds, book, desk, after, report }: CallMetersParts): CallMeters {
  const running = new Map<string, Running>();
  const asking = new Set<Promise<void>>();

  function stop(ref: string): void {
    running.get(ref)?.cancel();
    running.delete(ref);
  }

  function start({ charge, leg }: MeteredLeg, tenantId: number, callId: string, sinceMs: number): void {
    const { coveredSec } = charge;
    const known = running.get(charge.ref);
    if (known) return void Object.assign(known, { callId, leg });
    const meter: Running = {
      tenantId,
      callId,
      leg,
      charge,
      coveredSec,
      coveredMs: coveredSec * 1_000,
      refusedMs: null,
      isWarned: false,
      sinceMs,
      cancel: () => {},
    };
    running.set(charge.ref, meter);
    look(meter);
  }

  const wait = (meter: Running, ms: number): void => void (meter.cancel = after(ms, () => look(meter)));

  function look(meter: Running): void {
    const live = desk.byId(meter.callId);
    if (!live || running.get(meter.charge.ref) !== meter) return;
    const step = meterStep(meter, live.nowMs() - meter.sinceMs);
    switch (step.do) {
      case 'wait':
        return wait(meter, step.ms);
      case 'holdMore':
        return remember(
          holdMore(meter).catch((problem: unknown) => {
            report(problem, meter.callId);
            wait(meter, UNKNOWN_MS);
          }),
        );
      case 'warn':
        meter.isWarned = true;
        live.send({ type: 'moneyLow', leg: meter.leg });
        return look(meter);
      case 'end':
        stop(meter.charge.ref);
        return live.send({ type: 'moneyOver', leg: meter.leg });
    }
  }

  function remember(asked: Promise<void>): void {
    asking.add(asked);
    void asked.finally(() => asking.delete(asked));
  }

  async function holdMore(meter: Running): Promise<void> {
    if (!holds) return;
    const { tenantId, charge, coveredSec } = meter;
    const more = nextHold(charge.price, coveredSec);
    const held = await holds.more(tenantId, charge.ref, more.amountE4);
    const live = desk.byId(meter.callId);
    if (held === null || !live || running.get(charge.ref) !== meter) return;
    if (!held) meter.refusedMs = live.nowMs() - meter.sinceMs;
    else {
      const wasWarned = meter.isWarned;
      Object.assign(meter, {
        coveredSec: more.coveredSec,
        coveredMs: more.coveredSec * 1_000,
        refusedMs: null,
        isWarned: false,
      });
      if (wasWarned) live.send({ type: 'moneyBack', leg: meter.leg });
    }
    look(meter);
  }

  return {
    stepped(before, call) {
      const nowMs = desk.byId(call.id)?.nowMs();
      if (nowMs === undefined) return;
      const { marks, began, ended } = metersMoved(before, call, nowMs);
      if (marks.length > 0) book.mark(call.tenantId, marks).catch((problem: unknown) => report(problem, call.id));
      for (const one of began) start(one, call.tenantId, call.id, one.sinceMs ?? nowMs);
      for (const ref of ended) if (running.get(ref)?.callId === call.id) stop(ref);
    },
    takeUp(call) {
      const nowMs = desk.byId(call.id)?.nowMs();
      if (nowMs === undefined) return;
      for (const one of meteredIn(call).values()) {
        const sinceMs = one.sinceMs ?? call.facts.startedMs;
        start({ ...one, charge: heldSoFar(one.charge, nowMs - sinceMs) }, call.tenantId, call.id, sinceMs);
      }
    },
    forget(callId) {
      for (const [ref, meter] of running) if (meter.callId === callId) stop(ref);
    },
    async settled() {
      while (asking.size > 0) await Promise.all(asking);
    },
  };
}

/** So much lies ready already for a leg that has been talked on for a while. */
function heldSoFar(charge: MeteredLeg['charge'], talkedMs: number): MeteredLeg['charge'] {
  let { coveredSec } = charge;
  while (coveredSec < secondsOf(talkedMs)) ({ coveredSec } = nextHold(charge.price, coveredSec));
  return { ...charge, coveredSec };
}
