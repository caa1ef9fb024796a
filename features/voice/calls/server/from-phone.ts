import type { InternalPlan } from '#core/call/call-plan.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { failures } from '#shared/errors.ts';
import { internalCall, outboundCall, type CallStart } from '../core/open-call.ts';
import type { LegOffered } from './reception.ts';
import { BUSY_HERE, type ArrivingLeg, type ReceptionHall } from './reception-hall.ts';
import { refusedDial } from './refused-dial.ts';
import { reserve, unreserve } from './reservation.ts';

/** A conversation, and another to ask a colleague about it. */
const CALLS_OF_ONE_PHONE = 2;

/** One of our own phones calls somebody outside, or a colleague. */
export async function receiveFromPhone(
  hall: ReceptionHall,
  { leg, to, headers }: LegOffered,
  account: string,
  arrival: ArrivingLeg,
): Promise<void> {
  const { telephony, board, plans, log, unbegun } = hall;
  const caller = board.bySipNum(account);
  if (callsOf(hall, account, caller) > CALLS_OF_ONE_PHONE) return telephony.refuse(leg, BUSY_HERE);
  const start = hall.start();
  const plan = await plans.outbound({ account, to, headers, forCall: { callId: start.id } });
  const tenantId = 'refused' in plan ? caller?.tenantId : plan.tenantId;
  // Its phone is at the wrong place, or the desk is on its way to another one; while nobody can say which, too.
  if (tenantId !== undefined && !(await hall.atHome(tenantId).catch(() => false))) {
    if (!('refused' in plan) && plan.kind === 'outbound')
      await plans.outboundEnded(plan.tenantId, plan.userId, plan.number, false, { chargeRef: plan.charge?.ref });
    return hall.refuse(leg, 'networkError');
  }
  if ('refused' in plan) {
    if (caller) unbegun.refused(refusedDial({ ...caller, sipNum: account }, to, plan), plan.refused, start);
    else log.warn({ refusal: failures[plan.refused].code }, 'suspicious: a phone without an agent called');
    return hall.refuse(leg, plan.refused);
  }
  const name = caller?.name ?? '';
  if (plan.kind === 'outbound') return hall.begin(outboundCall(start, plan, leg, name), arrival);
  // A page says in words why nobody rings; a phone of others knows the statuses of SIP.
  const isPage = Object.keys(headers).some((one) => one.toLowerCase() === CallHeader.ccToken.toLowerCase());
  return toColleague(hall, plan, start, { leg, name, isPage }, arrival);
}

/** With those still being looked up, this one among them: a phone that calls many numbers at once gets no further. */
function callsOf(
  { arrivingFrom, desk }: ReceptionHall,
  account: string,
  caller: { tenantId: number; userId: number } | null,
): number {
  return arrivingFrom(account) + (caller ? desk.ofUser(caller.tenantId, caller.userId).length : 0);
}

async function toColleague(
  hall: ReceptionHall,
  plan: InternalPlan,
  start: CallStart,
  { leg, name, isPage }: { leg: LegId; name: string; isPage: boolean },
  arrival: ArrivingLeg,
): Promise<void> {
  const callee = { tenantId: plan.tenantId, userId: plan.callee.userId };
  const reserved = await reserve(hall, callee, start.id);
  if ('sipStatus' in reserved) {
    hall.unbegun.notReached(plan, reserved.sipStatus, start);
    return isPage
      ? hall.refuse(leg, reserved.sipStatus === BUSY_HERE ? 'colleagueBusy' : 'colleagueAway')
      : hall.telephony.refuse(leg, reserved.sipStatus);
  }
  if (arrival.gone) await unreserve(hall, callee, start.id);
  hall.begin(internalCall(start, plan, leg, name), arrival);
}
