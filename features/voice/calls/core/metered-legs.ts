import type { Call } from '#core/call/call.ts';
import { partyOf } from '#core/call/call-turn.ts';
import type { ChargeMark, LegCharge } from '#core/money/leg-charge.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';

/** A leg that costs something, or the talk of a flow on it, while it does. */
export interface MeteredLeg {
  charge: LegCharge;
  leg: LegId;
  /** When it was answered, where the call knows; else it is now. */
  sinceMs: number | null;
}

/*
 * What is charged, leg by leg:
 *   a number we called           from its answer until it leaves the call; also one where nobody of ours came, or a machine answered
 *   the mobile of one of ours    from the moment somebody or something picked up
 *   whoever calls in             from our answer, the menu and the line included, until they leave
 *   a flow                       while it has the customer, on top of the line; also while it waits for whom it hands them to
 * Two outside in one call are two legs, each for its own time; whoever came along from another call brings what their line costs. What goes on when a call is over ends with the record.
 */

/** The legs of a call that cost something at this moment. */
export function meteredIn(call: Call): Map<string, MeteredLeg> {
  const metered = new Map<string, MeteredLeg>();
  if (call.at === 'over') return metered;
  const add = (charge: LegCharge | null | undefined, leg: LegId, sinceMs: number | null = null): void =>
    void (charge && metered.set(charge.ref, { charge, leg, sinceMs }));
  for (const { leg, role, at, dial, charge } of call.parties) {
    if (role === 'leaving') continue;
    if (dial && dial.answeredMs !== null && !isFree(dial)) add(dial.charge, leg, dial.answeredMs);
    if (at === 'up') add(charge, leg);
  }
  const customer = partyOf(call, 'customer');
  if (customer && call.flow?.hasBegun) add(call.facts.flowCharge, customer.leg);
  return metered;
}

const isFree = ({ charge, trunkId }: NonNullable<Call['parties'][number]['dial']>): boolean =>
  charge?.freeTrunkIds.includes(trunkId) ?? false;

/** What a step changed about them, and what whoever settles has to know of it. */
export function metersMoved(
  before: Call,
  call: Call,
  nowMs: number,
): { marks: ChargeMark[]; began: MeteredLeg[]; ended: string[] } {
  const [was, is] = [meteredIn(before), meteredIn(call)];
  const began = [...is.values()].filter(({ charge }) => !was.has(charge.ref));
  const ended = [...was.keys()].filter((ref) => !is.has(ref));
  const marks: ChargeMark[] = [
    ...began.map(({ charge: { ref }, sinceMs }) => ({
      ref,
      answeredMs: sinceMs ?? nowMs,
      ...(ref === call.id || ref.startsWith(`${call.id}/`) ? {} : { callId: call.id }),
    })),
    ...freed(before, call),
    // With the call everything ends by itself.
    ...(call.at === 'over' ? [] : ended.map((ref) => ({ ref, endedMs: nowMs }))),
  ];
  return { marks, began, ended };
}

/** Legs that were answered over a line that costs nothing. */
const freed = (before: Call, call: Call): ChargeMark[] =>
  call.parties.flatMap(({ leg, dial }) => {
    const isNew = before.parties.every((one) => one.leg !== leg || one.dial?.answeredMs === null);
    return dial?.charge && dial.answeredMs !== null && isNew && isFree(dial)
      ? [{ ref: dial.charge.ref, isFree: true }]
      : [];
  });
