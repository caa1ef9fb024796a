import type { Call } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { InboundPlan, InternalPlan, PersonGoal } from '#core/call/call-plan.ts';
import { inboundCall, internalCall, outboundCall } from '../core/open-call.ts';
import type { LegId, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { isPhoneWord } from '#features/team/agents/server/index.ts';
import { isMaskedNumber } from '#features/voice/routes/server/index.ts';
import { sipStatusOf } from '#shared/call-rejection.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import type { CallDeskWorld, DeskCalls } from './call-desk.ts';
import type { CallDeskParts } from './desk-orders.ts';
import { reserve, unreserve } from './reservation.ts';

type Offered = Extract<TelephonyEvent, { type: 'legOffered' }>;

export interface Reception {
  /** Somebody calls: where the call may go is looked up, then it begins or is refused. */
  offered(event: Offered): void;
  /** An event of a leg that belongs to no call yet. */
  heard(event: TelephonyEvent & { leg: LegId }): void;
  settled(): Promise<void>;
}

interface ReceptionParts extends CallDeskWorld, CallDeskParts {
  desk: DeskCalls;
  isStopping(): boolean;
  report(problem: unknown, callId?: string): void;
}

/** A conversation, and another to ask a colleague about it. */
const CALLS_OF_ONE_PHONE = 2;
const BUSY_HERE = 486;

export function openReception({
  telephony,
  exchange,
  clock,
  log,
  board,
  plans,
  book,
  desk,
  isStopping,
  report,
}: ReceptionParts): Reception {
  /** Legs whose plan is being looked up, and whether they left meanwhile. */
  const waiting = new Map<LegId, { gone: boolean; account: string | null }>();
  const work = new Set<Promise<void>>();

  function remember(done: Promise<void>): void {
    work.add(done);
    void done.finally(() => work.delete(done));
  }

  const refuse = (leg: LegId, name: FailureName): Promise<void> =>
    telephony.refuse(leg, sipStatusOf(failures[name].code) ?? REFUSED);

  async function receive(event: Offered): Promise<void> {
    const place = { gone: false, account: 'account' in event.from ? event.from.account : null };
    waiting.set(event.leg, place);
    try {
      if (isStopping()) return await refuse(event.leg, 'networkError');
      if ('guest' in event.from) await fromGuest(event, event.from.guest, place);
      else if ('account' in event.from) await fromPhone(event, event.from.account, place);
      else await fromOutside(event, event.from, place);
    } catch (problem) {
      report(problem);
      await refuse(event.leg, 'networkError').catch((again: unknown) => report(again));
    } finally {
      waiting.delete(event.leg);
    }
  }

  const start = (): { id: string; node: string; nowMs: number } => ({
    id: desk.newId(),
    node: exchange.node,
    nowMs: clock.nowMs(),
  });

  const begin = (call: Call, { gone }: { gone: boolean }): void =>
    void desk.open(call, { type: 'begun', ...(gone ? { callerGone: true } : {}) } satisfies CallEvent);

  /** With those still being looked up, this one among them: a phone that calls many numbers at once gets no further. */
  function callsOf(account: string, caller: { tenantId: number; userId: number } | null): number {
    const asked = [...waiting.values()].filter((place) => place.account === account && !place.gone).length;
    return asked + (caller ? desk.ofUser(caller.tenantId, caller.userId).length : 0);
  }

  async function fromPhone({ leg, to, headers }: Offered, account: string, place: { gone: boolean }): Promise<void> {
    const caller = board.bySipNum(account);
    if (callsOf(account, caller) > CALLS_OF_ONE_PHONE) return telephony.refuse(leg, BUSY_HERE);
    const plan = await plans.outbound({ account, to, headers });
    if ('refused' in plan) {
      if (caller)
        await recordRefusal(
          {
            tenantId: caller.tenantId,
            direction: 'outbound',
            customerNumber: plan.number ?? (standsForNumber(to) ? '' : to),
            ourNumber: '',
            userId: caller.userId,
            sipNum: account,
          },
          plan.refused,
        );
      else log.warn({ refusal: failures[plan.refused].code }, 'suspicious: a phone without an agent called');
      return refuse(leg, plan.refused);
    }
    const name = caller?.name ?? '';
    if (plan.kind === 'outbound') return begin(outboundCall(start(), plan, leg, name), place);
    return toColleague(plan, leg, name, place);
  }

  async function toColleague(plan: InternalPlan, leg: LegId, name: string, place: { gone: boolean }): Promise<void> {
    const started = start();
    const callee = { tenantId: plan.tenantId, userId: plan.callee.userId };
    const reserved = await reserve({ board, clock }, callee, started.id);
    if ('sipStatus' in reserved) {
      const { sipStatus } = reserved;
      await recordEnd(internalRecord(plan, started), {
        outcome: sipStatus === BUSY_HERE ? 'busy' : 'unreachable',
        cause: sipStatus === BUSY_HERE ? 'busy' : 'unreachable',
        sipStatus,
        refusal: null,
      });
      return telephony.refuse(leg, sipStatus);
    }
    if (place.gone) await unreserve({ board, clock }, callee, started.id);
    begin(internalCall(started, plan, leg, name), place);
  }

  async function fromOutside(
    { leg, to }: Offered,
    { line, from }: { line: string; from: string },
    place: { gone: boolean },
  ): Promise<void> {
    const plan = await plans.inbound({ line, did: to, from });
    if ('refused' in plan) {
      log.info({ refusal: failures[plan.refused].code }, 'a call from outside was refused');
      if (plan.called) {
        const { tenantId, didNumberId, did, from: number } = plan.called;
        await recordRefusal(
          {
            tenantId,
            direction: 'inbound',
            customerNumber: number,
            ourNumber: did,
            didNumberId,
            userId: null,
            sipNum: null,
          },
          plan.refused,
        );
      }
      return refuse(leg, plan.refused);
    }
    return toGoal(plan, leg, place);
  }

  async function toGoal({ to, ...plan }: InboundPlan, leg: LegId, place: { gone: boolean }): Promise<void> {
    return to.kind === 'person'
      ? toPerson({ ...plan, to }, leg, place)
      : begin(inboundCall(start(), { ...plan, to }, leg), place);
  }

  /** Somebody who is busy or away is not waited for. */
  async function toPerson(
    { to, ...plan }: InboundPlan & { to: PersonGoal },
    leg: LegId,
    place: { gone: boolean },
  ): Promise<void> {
    const started = start();
    const { tenantId } = plan;
    const { userId, fallbackGroupId } = to;
    const reserved = await reserve({ board, clock }, { tenantId, userId }, started.id);
    const otherwise =
      fallbackGroupId === null
        ? ({ kind: 'menu', menu: toVoicemail } as const)
        : ({ kind: 'group', groupId: fallbackGroupId } as const);
    if ('sipStatus' in reserved) return begin(inboundCall(started, { ...plan, to: otherwise }, leg), place);
    if (place.gone) await unreserve({ board, clock }, { tenantId, userId }, started.id);
    begin(
      inboundCall(
        started,
        {
          ...plan,
          to: {
            kind: 'person',
            agent: { kind: 'agent', userId, sipNum: reserved.sipNum, name: reserved.name },
            fallbackGroupId,
          },
        },
        leg,
      ),
      place,
    );
  }

  /** One call at a time of one visitor, however many passes and pages they have. */
  async function fromGuest({ leg }: Offered, guest: string, place: { gone: boolean }): Promise<void> {
    const plan = await plans.guest(guest);
    if ('refused' in plan) {
      log.info({ refusal: failures[plan.refused].code }, 'a call from a chat was refused');
      return refuse(leg, plan.refused);
    }
    const isSame = ({ tenantId, at, facts }: Call): boolean =>
      tenantId === plan.tenantId && at !== 'over' && facts.visitor?.visitorId === plan.visitor?.visitorId;
    if ([...desk.all()].some((live) => isSame(live.current()))) return telephony.refuse(leg, BUSY_HERE);
    return toGoal(plan, leg, place);
  }

  type RefusedCall = Pick<
    Parameters<typeof book.open>[0],
    'tenantId' | 'direction' | 'customerNumber' | 'ourNumber' | 'userId' | 'sipNum'
  > & { didNumberId?: number };

  async function recordRefusal(call: RefusedCall, refused: FailureName): Promise<void> {
    const { id: callId, node, nowMs } = start();
    const record = {
      ...noRecord,
      ...call,
      callId,
      node,
      startedMs: nowMs,
      customerNumber: call.customerNumber.replace(/\D/g, '').slice(0, LONGEST_NUMBER),
    };
    const refusal = failures[refused].code;
    await recordEnd(record, { outcome: 'refused', cause: 'refused', sipStatus: sipStatusOf(refusal), refusal });
  }

  /** A call that ended before it began. Nobody waits for the book, but whoever stops the desk. */
  async function recordEnd(
    record: Parameters<typeof book.open>[0],
    end: Pick<Parameters<typeof book.close>[2], 'outcome' | 'cause' | 'sipStatus' | 'refusal'>,
  ): Promise<void> {
    const closed = book.close.bind(book, record.tenantId, record.callId, {
      ...end,
      endedMs: record.startedMs,
      endedBy: 'server',
    });
    remember(
      book
        .open(record)
        .then(closed)
        .catch((problem: unknown) => report(problem, record.callId)),
    );
  }

  return {
    offered(event) {
      remember(receive(event));
    },
    heard(event) {
      const place = waiting.get(event.leg);
      if (place && event.type === 'legEnded') place.gone = true;
    },
    async settled() {
      while (work.size > 0) await Promise.all(work);
    },
  };
}

/** A word or stars: no number to write down. */
const standsForNumber = (to: string): boolean => isPhoneWord(to) || isMaskedNumber(to);

/** Said once, then a message may be left. */
const toVoicemail = {
  prompt: 'hours.closed',
  keys: {},
  otherwise: { kind: 'voicemail' },
  waitMs: 0,
  tries: 1,
} as const;
const REFUSED = 480;
const LONGEST_NUMBER = 20;
const noRecord = {
  customerCountry: null,
  didNumberId: null,
  routerId: null,
  lineId: null,
  groupId: null,
  callbackOf: null,
  task: null,
};

const internalRecord = (
  { tenantId, userId, sipNum, callee }: InternalPlan,
  { id: callId, node, nowMs }: { id: string; node: string; nowMs: number },
) => ({
  ...noRecord,
  tenantId,
  callId,
  node,
  direction: 'internal' as const,
  startedMs: nowMs,
  customerNumber: callee.sipNum,
  ourNumber: sipNum,
  userId,
  sipNum,
});
