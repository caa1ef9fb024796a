import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js';
import type { CarrierLeg } from '../carrier.ts';
import { CallPace } from './call-pace.ts';
import { IncomingTrunkCall, whyNotTake } from './incoming-trunk-call.ts';
import { refusalStatus } from './refusal-status.ts';
import type { TrunkEdge } from './trunk-edge.ts';
import { NO_CIRCUIT, OutgoingTrunkCall } from './outgoing-trunk-call.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import { TrunkEnd, type TrunkEndOptions } from './trunk.ts';
import type { TrunkWorld } from './trunk-line.ts';
import { isShortNumber } from '#core/trunk/number-style.ts';
import type { TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { DEFAULT_TRUNK } from './trunk-settings.ts';
import type { TrunkCarrier } from './trunk-carrier.ts';

const NOT_NOW = 480;

export type TrunkWishes = Pick<TrunkSettings, 'domain' | 'gateways'> & Partial<TrunkSettings>;

export interface TrunkCarrierOptions extends TrunkEndOptions {
  /** Told once, when it was closed or its last call after `retire` is over. */
  onGone?(): void;
  /** The other end is ours: a refusal reaches it as it is, with reasons of our own. */
  isOurs?: boolean;
}

function startCall(call: OutgoingTrunkCall, leg: CarrierLeg, { report }: Pick<TrunkWorld, 'report'>): void {
  if (call.isOver) return;
  call.start().catch((problem: unknown) => {
    report(problem);
    call.end();
    leg.refuse(500);
  });
}

export function openTrunkCarrier(
  edge: TrunkEdge,
  wishes: TrunkWishes,
  { onGone = () => {}, isOurs = false, ...rules }: TrunkCarrierOptions = {},
): TrunkCarrier {
  const settings: TrunkSettings = { ...DEFAULT_TRUNK, ...wishes };
  const { world } = edge;
  const outgoing = new Set<OutgoingTrunkCall>();
  /** By the name of their transaction, which a CANCEL repeats. */
  const incoming = new Map<string, IncomingTrunkCall>();
  const pace = new CallPace(settings.callsPerSec);
  let offer: (leg: CarrierLeg) => void = (leg) => leg.refuse(503);
  let placed = 0;
  let received = 0;
  let isRetired = false;
  let closed: Promise<void> | null = null;

  const isFull = (): boolean => outgoing.size + incoming.size >= settings.callsAtOnce;
  const trunk = new TrunkEnd(
    settings,
    world,
    {
      invited: (request, from) => take(request, from),
      cancelled: (branch) => incoming.get(branch)?.cancelledTooLate(),
    },
    rules,
  );

  function take(request: IncomingInviteRequest, from: SipHop): void {
    request.trying();
    const why = whyNotTake(request);
    if (why) return void request.reject(why);
    if (isRetired) return void request.reject({ statusCode: 503 });
    if (isFull()) {
      trunk.fault('tooManyCalls', String(settings.callsAtOnce));
      return void request.reject({ statusCode: 486, extraHeaders: [`Reason: Q.850;cause=${NO_CIRCUIT}`] });
    }
    received++;
    const branch = request.message.viaBranch;
    const call = new IncomingTrunkCall({
      refusalOf: isOurs ? (status) => status ?? NOT_NOW : refusalStatus,
      line: trunk,
      request,
      from,
      contactName: trunk.contactName,
      offer: (leg) => offer(leg),
      onOver: () => {
        incoming.delete(branch);
        leaveWhenEmpty();
      },
    });
    if (!call.isOver) incoming.set(branch, call);
  }

  function place(leg: CarrierLeg): void {
    if (isRetired) return leg.refuse(503, NO_CIRCUIT);
    // Our own limits hold no call for help back; the carrier's may.
    const isForHelp = isShortNumber(leg.to);
    if (isFull() && !isForHelp) {
      trunk.fault('tooManyCalls', String(settings.callsAtOnce));
      return leg.refuse(503, NO_CIRCUIT);
    }
    const waitMs = isForHelp ? 0 : pace.next(world.clock.monotonicMs());
    if (waitMs === null) {
      trunk.fault('tooManyPerSecond', String(settings.callsPerSec));
      return leg.refuse(503, NO_CIRCUIT);
    }
    placed++;
    const call = new OutgoingTrunkCall(trunk, leg, () => {
      outgoing.delete(call);
      leaveWhenEmpty();
    });
    outgoing.add(call);
    if (waitMs === 0) startCall(call, leg, world);
    else world.after(waitMs, () => startCall(call, leg, world));
  }

  async function leave(): Promise<void> {
    for (const call of [...outgoing, ...incoming.values()]) call.drop();
    await trunk.stop();
    edge.leave(trunk);
    onGone();
  }
  const close = (): Promise<void> => {
    isRetired = true;
    // A moment later: the end of its last call may be what asks for it.
    return (closed ??= Promise.resolve().then(leave));
  };
  function leaveWhenEmpty(): void {
    if (isRetired && outgoing.size + incoming.size === 0) close().catch((problem: unknown) => world.report(problem));
  }

  edge.join(trunk);
  trunk.start();
  return {
    place,
    onCall: (listener) => {
      offer = listener;
    },
    stop: () => void close(),
    async retire() {
      isRetired = true;
      if (closed) return closed;
      await trunk.retire();
      leaveWhenEmpty();
    },
    close,
    register: async () => trunk.registration?.again(),
    find: async () => void (await trunk.gateways.hops()),
    check: () => trunk.gateways.ask(true),
    state: () => ({
      registration: trunk.registration?.state ?? { at: 'off', untilMs: null, retryAtMs: null },
      gateways: trunk.gateways.states(),
      calls: { outgoing: outgoing.size, incoming: incoming.size },
      placed,
      received,
      lastFault: trunk.lastFault,
    }),
  };
}
