import type { CallEvent } from '#core/call/call-events.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { sipStatusOf } from '#shared/call-rejection.ts';
import { failures } from '#shared/errors.ts';
import type { CallDeskWorld } from './call-desk.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { CallDeskParts } from './desk-orders.ts';
import { receiveFromOutside, receiveGuest } from './from-customer.ts';
import { receiveFromPhone } from './from-phone.ts';
import { openUnbegunCalls } from './open-unbegun-calls.ts';
import type { LegOffered, Reception } from './reception.ts';
import type { ArrivingLeg, ReceptionHall } from './reception-hall.ts';

interface ReceptionParts extends CallDeskWorld, CallDeskParts {
  desk: DeskCalls;
  switchesOf: ReceptionHall['switchesOf'];
  isStopping(): boolean;
  report(problem: unknown, callId?: string): void;
}

const REFUSED = 480;
const NOT_HERE = 503;

export function openReception({ isStopping, report, ...parts }: ReceptionParts): Reception {
  const { telephony, exchange, clock, log, board, plans, book, desk, switchesOf } = parts;
  const arrivals = new Map<LegId, ArrivingLeg>();
  const work = new Set<Promise<void>>();

  function remember(done: Promise<void>): void {
    work.add(done);
    void done.finally(() => work.delete(done));
  }

  const hall: ReceptionHall = {
    telephony,
    clock,
    log,
    board,
    plans,
    desk,
    switchesOf,
    unbegun: openUnbegunCalls({ book, remember, report }),
    atHome: parts.atHome ?? (async () => true),
    start: () => ({ id: desk.newId(), node: exchange.node, nowMs: clock.nowMs() }),
    begin: (call, { gone }) =>
      void desk.open(call, { type: 'begun', ...(gone ? { callerGone: true } : {}) } satisfies CallEvent),
    refuse: (leg, name) => telephony.refuse(leg, sipStatusOf(failures[name].code) ?? REFUSED),
    arrivingFrom: (account) => [...arrivals.values()].filter((one) => one.account === account && !one.gone).length,
  };

  /** A page says why in words. Carriers and phones of others know what to do with a server that is not there. */
  async function turnAway({ leg, from, headers }: LegOffered): Promise<void> {
    log.info('a call was turned away: this process is on its way out');
    const isPage = Object.keys(headers).some((one) => one.toLowerCase() === CallHeader.ccToken.toLowerCase());
    await ('account' in from && isPage ? hall.refuse(leg, 'serverDraining') : telephony.refuse(leg, NOT_HERE));
  }

  async function receive(event: LegOffered): Promise<void> {
    const { leg, from } = event;
    const arrival = { gone: false, account: 'account' in from ? from.account : null };
    arrivals.set(leg, arrival);
    try {
      if (isStopping()) return await hall.refuse(leg, 'networkError');
      if (parts.isDraining?.()) return await turnAway(event);
      if ('guest' in from) await receiveGuest(hall, event, from.guest, arrival);
      else if ('account' in from) await receiveFromPhone(hall, event, from.account, arrival);
      else await receiveFromOutside(hall, event, from, arrival);
    } catch (problem) {
      report(problem);
      await hall.refuse(leg, 'networkError').catch((again: unknown) => report(again));
    } finally {
      arrivals.delete(leg);
    }
  }

  return {
    offered: (event) => remember(receive(event)),
    received(event) {
      const arrival = arrivals.get(event.leg);
      if (arrival && event.type === 'legEnded') arrival.gone = true;
    },
    isArriving: (leg) => arrivals.has(leg),
    unbegun: hall.unbegun,
    async settled() {
      while (work.size > 0) await Promise.all(work);
    },
  };
}
