import { randomUUID } from 'node:crypto';
import { legId, type LegId, type RingOptions } from '#core/telephony/telephony.port.ts';
import { carrierCall } from '../carrier.ts';
import type { LegEnd } from './end-causes.ts';
import type { ExchangeLeg } from './exchange-leg.ts';
import { LegMaker, type LegHome } from './leg-maker.ts';
import type { LegRegistry, LegRegistryOptions } from './leg-registry.ts';
import { serveOwnNumber } from './own-numbers.ts';

const NO_LINE: LegEnd = { cause: 'unreachable', sipStatus: 503, by: 'us' };
const UNANSWERED: LegEnd = { cause: 'noAnswer', sipStatus: 408, by: 'us' };
const FAILED: LegEnd = { cause: 'failed', sipStatus: 500, by: 'us' };

export function openLegRegistry(options: LegRegistryOptions): LegRegistry {
  const { edge, switchboard, carriers, language, emit, report } = options;
  const legs = new Map<LegId, ExchangeLeg>();
  const ownCalls = new Map<LegId, ExchangeLeg>();
  const product: LegHome = { legs, emit };
  const maker = new LegMaker(options);

  function ringAccount(
    id: LegId,
    account: string,
    { callerId, callerName = '', headers = {}, timeoutMs }: RingOptions,
  ): void {
    const { leg, handler } = maker.sipLeg(id, 'placed', account, product);
    try {
      maker.join(
        leg,
        edge.invite(account, { callId: randomUUID(), callerId, callerName, headers, timeoutMs, handle: handler }),
      );
    } catch (problem) {
      report(problem);
      leg.ended(FAILED);
    }
  }

  function ringOutside(
    id: LegId,
    number: string,
    line: string,
    { callerId, timeoutMs, headers, sipCallId }: RingOptions,
  ): void {
    const { near, far } = carrierCall(number, callerId, headers, null, sipCallId ?? null);
    const leg = maker.carrierLeg(id, 'placed', near, product);
    const carrier = carriers.get(line);
    if (!carrier) return leg.ended(NO_LINE);
    leg.ringTimer = setTimeout(() => end(leg, UNANSWERED), timeoutMs);
    try {
      carrier.place(far);
    } catch (problem) {
      report(problem);
      end(leg, FAILED);
    }
  }

  async function accept(leg: ExchangeLeg): Promise<void> {
    try {
      await leg.signal.accept();
    } catch (problem) {
      report(problem);
      end(leg, FAILED);
    }
  }

  function end(leg: ExchangeLeg, how: LegEnd): void {
    if (leg.at === 'ended') return;
    leg.ended(how);
    try {
      leg.signal.end();
    } catch (problem) {
      report(problem);
    }
  }

  return {
    legs,
    ownCalls,
    all: () => [...legs.values(), ...ownCalls.values()],
    ring(id, target, options) {
      if (legs.has(id)) throw new Error('a leg of this name exists already');
      if ('account' in target) ringAccount(id, target.account, options);
      else ringOutside(id, target.number, target.line, options);
    },
    offerPhone({ account, isGuest, to, headers, call }) {
      const { leg, handler } = maker.sipLeg(legId(randomUUID()), 'offered', account, product);
      call.handle = handler;
      maker.join(leg, call);
      emit({
        type: 'legOffered',
        leg: leg.id,
        from: isGuest ? { guest: account } : { account },
        to,
        headers,
        sipCallId: call.sipCallId,
      });
    },
    serveOwn({ account, to, call }) {
      const { leg, handler } = maker.sipLeg(legId(randomUUID()), 'offered', account, {
        legs: ownCalls,
        emit: (event) => {
          if (event.type === 'legAnswered') serveOwnNumber(switchboard, leg.id, to, language);
        },
      });
      call.handle = handler;
      maker.join(leg, call);
      void accept(leg);
    },
    offerOutside(line, call) {
      const leg = maker.carrierLeg(legId(randomUUID()), 'offered', call, product);
      emit({
        type: 'legOffered',
        leg: leg.id,
        from: { line, from: call.from, networkWord: call.networkWord },
        to: call.to,
        headers: call.headers,
        sipCallId: call.sipCallId ?? leg.id,
      });
    },
    accept,
    end,
    keyCameBy: () => maker.keyCameBy,
  };
}
