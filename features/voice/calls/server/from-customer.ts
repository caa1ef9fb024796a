import type { Call } from '#core/call/call.ts';
import type { InboundPlan, PersonGoal } from '#core/call/call-plan.ts';
import type { NetworkWord } from '#core/telephony/network-word.ts';
import type { LegId, OutsideCaller } from '#core/telephony/telephony.port.ts';
import { failures } from '#shared/errors.ts';
import { inboundCall, type CallStart } from '../core/open-call.ts';
import type { LegOffered } from './reception.ts';
import { BUSY_HERE, type ArrivingLeg, type ReceptionHall } from './reception-hall.ts';
import { reserve, unreserve } from './reservation.ts';

/** Somebody outside calls one of our numbers. */
export async function receiveFromOutside(
  hall: ReceptionHall,
  { leg, to }: LegOffered,
  { line, from, networkWord: rawWord = null }: OutsideCaller,
  arrival: ArrivingLeg,
): Promise<void> {
  const start = hall.start();
  const plan = await hall.plans.inbound({ line, did: to, from, forCall: { callId: start.id } });
  const tenantId = 'refused' in plan ? plan.called?.tenantId : plan.tenantId;
  if (tenantId !== undefined && !(await hall.atHome(tenantId))) {
    if (!('refused' in plan)) await hall.plans.giveBack(plan);
    return hall.refuse(leg, 'networkError');
  }
  if (!('refused' in plan)) return toGoal(hall, { ...plan, networkWord: inDigits(rawWord, plan) }, start, leg, arrival);
  hall.log.info({ refusal: failures[plan.refused].code }, 'a call from outside was refused');
  if (plan.called) {
    const { didNumberId, did: ourNumber, from: customerNumber } = plan.called;
    const nobody = { userId: null, sipNum: null };
    const networkWord = inDigits(rawWord, plan.called);
    hall.unbegun.refused(
      {
        tenantId: plan.called.tenantId,
        direction: 'inbound',
        customerNumber,
        ourNumber,
        didNumberId,
        networkWord,
        ...nobody,
      },
      plan.refused,
      start,
    );
  }
  // Whoever calls is told by their carrier that nobody is there; our money is not their business.
  return plan.refused === 'dialerOverdue' ? hall.telephony.refuse(leg, NOBODY_THERE) : hall.refuse(leg, plan.refused);
}

const NOBODY_THERE = 480;
const LONGEST_NUMBER = 20;

/** A carrier that names one of the two numbers of the call as the one it was forwarded from says nothing by it. */
function inDigits(rawWord: NetworkWord | null, { did, from }: { did: string; from: string }): NetworkWord | null {
  const digits = rawWord?.divertedFrom?.replace(/\D/g, '').slice(0, LONGEST_NUMBER) ?? '';
  const divertedFrom = digits === '' || digits === did || digits === from ? null : digits;
  if (!rawWord || (rawWord.attestation ?? divertedFrom) === null) return null;
  const { attestation, divertedBecause } = rawWord;
  return { attestation, divertedFrom, ...(divertedFrom !== null && divertedBecause && { divertedBecause }) };
}

/** A visitor calls from the page they chat on: one call at a time, however many passes and pages they have. */
export async function receiveGuest(
  hall: ReceptionHall,
  { leg }: LegOffered,
  guest: string,
  arrival: ArrivingLeg,
): Promise<void> {
  const plan = await hall.plans.guest(guest);
  if ('refused' in plan) {
    hall.log.info({ refusal: failures[plan.refused].code }, 'a call from a chat was refused');
    return hall.refuse(leg, plan.refused);
  }
  if (!(await hall.atHome(plan.tenantId))) return hall.refuse(leg, 'networkError');
  const isSame = ({ at, facts }: Call): boolean =>
    at !== 'over' && facts.visitor?.visitorId === plan.visitor?.visitorId;
  if (hall.desk.ofTenant(plan.tenantId).some((live) => isSame(live.current())))
    return hall.telephony.refuse(leg, BUSY_HERE);
  return toGoal(hall, plan, hall.start(), leg, arrival);
}

async function toGoal(
  hall: ReceptionHall,
  plan: InboundPlan,
  start: CallStart,
  leg: LegId,
  arrival: ArrivingLeg,
): Promise<void> {
  const { to } = plan;
  return to.kind === 'person'
    ? toPerson(hall, { ...plan, to }, start, leg, arrival)
    : hall.begin(inboundCall(start, { ...plan, to }, leg), arrival);
}

/** Somebody who is busy or away is not waited for. */
async function toPerson(
  hall: ReceptionHall,
  { to, ...plan }: InboundPlan & { to: PersonGoal },
  start: CallStart,
  leg: LegId,
  arrival: ArrivingLeg,
): Promise<void> {
  const { userId, fallbackGroupId } = to;
  const who = { tenantId: plan.tenantId, userId };
  const reserved = await reserve(hall, who, start.id);
  if ('sipStatus' in reserved) return hall.begin(inboundCall(start, { ...plan, to: insteadOf(to) }, leg), arrival);
  const switches = await hall.switchesOf(who);
  if (arrival.gone) await unreserve(hall, who, start.id);
  const agent = { kind: 'agent', userId, sipNum: reserved.sipNum, name: reserved.name, ...switches } as const;
  hall.begin(inboundCall(start, { ...plan, to: { kind: 'person', agent, fallbackGroupId } }, leg), arrival);
}

const insteadOf = ({ fallbackGroupId }: PersonGoal) =>
  fallbackGroupId === null
    ? ({ kind: 'menu', menu: toVoicemail } as const)
    : ({ kind: 'group', groupId: fallbackGroupId } as const);

/** Said once, then a message may be left. */
const toVoicemail = {
  prompt: 'hours.closed',
  keys: {},
  otherwise: { kind: 'voicemail' },
  waitMs: 0,
  tries: 1,
} as const;
