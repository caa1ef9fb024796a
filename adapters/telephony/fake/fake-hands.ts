import { causeOfStatus } from '#core/telephony/end-causes.ts';
import {
  legId,
  type LegId,
  type OutsideCaller,
  type RingOptions,
  type TelephonyEvent,
} from '#core/telephony/telephony.port.ts';
import { hearing, hearingHz, type HeardSource } from './fake-hearing.ts';
import { fakeLeg, type FakeLeg } from './fake-leg.ts';
import type { FakeRoom } from './fake-room.ts';

/** What everybody at a phone can do, and what they notice. What they do is told at once; to a leg that is gone it does nothing. */
export interface FakeHands {
  registers(account: string, contacts?: number): void;
  unregisters(account: string): void;
  /** A phone of ours dials; answers the leg that was offered. */
  phoneCalls(account: string, to: string, headers?: Readonly<Record<string, string>>): LegId;
  /** A guest with a pass calls. */
  guestCalls(guest: string, to?: string): LegId;
  /** Somebody outside calls one of our numbers. */
  outsideCalls(call: OutsideCaller & { to: string }): LegId;

  /** The far side rings (180). Phones of ours do so by themselves. */
  rings(leg: LegId): void;
  speaksEarly(leg: LegId): void;
  picksUp(leg: LegId): void;
  declines(leg: LegId, sipStatus?: number): void;
  /** The time to answer runs out now. */
  noAnswer(leg: LegId): void;
  /** Hangs up, or gives up before the answer. */
  hangsUp(leg: LegId): void;
  holds(leg: LegId): void;
  resumes(leg: LegId): void;
  presses(leg: LegId, key: string, by?: 'rfc4733' | 'info'): void;
  asksTransfer(leg: LegId, to: string, replaces?: LegId): void;
  /** The phone's signalling goes away; 30 s later the leg is lost. */
  disconnects(leg: LegId): void;
  reconnects(leg: LegId): void;
  /** The phone is gone for good, now. */
  loses(leg: LegId): void;
  says(leg: LegId, hz: readonly number[]): void;
  /** Its part of the exchange cannot be reached: it lives, and nobody knows of it. */
  isOutOfReach(leg: LegId): void;
  /** It is known again, among the calls of this tenant. */
  isFound(leg: LegId, tenantId: number): void;

  /** The newest leg that rings at this account and is not answered. */
  ringing(account: string): LegId | undefined;
  /** The newest leg to this outside number that is not answered. */
  ringTo(number: string): LegId | undefined;
  /** What the called party is shown. */
  shown(leg: LegId): RingOptions | undefined;
  hears(leg: LegId): HeardSource[];
  hearsHz(leg: LegId): number[];
  keysHeard(leg: LegId): string;
  transferReports(leg: LegId): readonly number[];
  /** Everything about a leg, also after its end. */
  leg(leg: LegId): Readonly<FakeLeg> | undefined;
}

type Offered = Extract<TelephonyEvent, { type: 'legOffered' }>;

const LOST_AFTER_MS = 30_000;

export function fakeHands(room: FakeRoom): FakeHands {
  let count = 0;
  const { legs } = room;
  const party =
    <Rest extends readonly unknown[]>(run: (leg: FakeLeg, ...rest: Rest) => void) =>
    (id: LegId, ...rest: Rest): void => {
      if (!legs.has(id)) throw new Error(`no leg ${id}`);
      const leg = room.living(id);
      if (leg) run(leg, ...rest);
      room.emitAll();
    };
  const newest = (wanted: (leg: FakeLeg) => boolean): LegId | undefined =>
    [...legs.values()].findLast((leg) => leg.made === 'placed' && leg.at === 'waiting' && wanted(leg))?.id;

  function offer(account: string | null, to: string, event: Pick<Offered, 'from' | 'headers'>): LegId {
    const leg = fakeLeg(legId(`fake-${++count}`), 'offered', account, to, null);
    legs.set(leg.id, leg);
    room.emit({ type: 'legOffered', leg: leg.id, to, sipCallId: `${leg.id}@fake`, ...event });
    room.emitAll();
    return leg.id;
  }

  return {
    registers(account, contacts = 1) {
      room.contacts.set(account, contacts);
      room.emit({ type: 'accountRegistered', account, contacts });
      room.emitAll();
    },
    unregisters(account) {
      if (room.contacts.delete(account)) room.emit({ type: 'accountUnregistered', account });
      room.emitAll();
    },
    phoneCalls: (account, to, headers = {}) => offer(account, to, { from: { account }, headers }),
    guestCalls: (guest, to = 'group') => offer(guest, to, { from: { guest }, headers: {} }),
    outsideCalls: ({ to, ...from }) => offer(null, to, { from, headers: {} }),

    rings: party((leg) => room.rings(leg)),
    speaksEarly: party((leg) => {
      if (leg.at !== 'waiting' || leg.early) return;
      leg.early = true;
      room.emit({ type: 'legEarlyMedia', leg: leg.id });
    }),
    picksUp: party((leg) => {
      if (leg.made === 'placed') room.answered(leg);
    }),
    declines: party((leg, sipStatus: number = 603) => {
      if (leg.made === 'placed' && leg.at === 'waiting') room.end(leg, causeOfStatus(sipStatus), sipStatus, 'them');
    }),
    noAnswer: party((leg) => {
      if (leg.at === 'waiting') room.end(leg, 'noAnswer', 408, 'us');
    }),
    hangsUp: party((leg) => {
      if (leg.at === 'answered') room.end(leg, 'normal', null, 'them');
      else if (leg.made === 'offered') room.end(leg, 'cancelled', 487, 'them');
      else room.end(leg, 'rejected', 603, 'them');
    }),
    holds: party((leg) => {
      if (leg.held || leg.at !== 'answered') return;
      leg.held = true;
      room.emit({ type: 'legHeld', leg: leg.id });
    }),
    resumes: party((leg) => {
      if (!leg.held) return;
      leg.held = false;
      room.emit({ type: 'legResumed', leg: leg.id });
    }),
    presses: party((leg, key: string, by: 'rfc4733' | 'info' = 'rfc4733') => {
      for (const partner of leg.base.at === 'bridge' ? leg.base.partners : []) legs.get(partner)!.keysHeard += key;
      room.emit({ type: 'keyPressed', leg: leg.id, key, by });
    }),
    asksTransfer: party((leg, to: string, replaces?: LegId) =>
      room.emit({ type: 'transferAsked', leg: leg.id, to, replaces: replaces ?? null }),
    ),
    disconnects: party((leg) => {
      if (leg.disconnected) return;
      leg.disconnected = true;
      leg.cancelLost = room.after(LOST_AFTER_MS, () => room.end(leg, 'lost', null, 'them'));
      room.emit({ type: 'legDisconnected', leg: leg.id });
    }),
    reconnects: party((leg) => {
      if (!leg.disconnected) return;
      leg.disconnected = false;
      leg.cancelLost();
      room.emit({ type: 'legReconnected', leg: leg.id });
    }),
    loses: party((leg) => room.end(leg, 'lost', null, 'them')),
    says: party((leg, hz: readonly number[]) => {
      leg.saysHz = hz;
    }),

    isOutOfReach: party((leg) => {
      leg.isOutOfReach = true;
    }),
    isFound: party((leg, tenantId: number) => {
      leg.isOutOfReach = false;
      room.emit({ type: 'legFound', leg: leg.id, tenantId });
    }),

    ringing: (account) => newest((leg) => leg.account === account),
    ringTo: (number) => newest((leg) => leg.account === null && leg.to === number),
    shown: (id) => legs.get(id)?.shown ?? undefined,
    hears: (id) => {
      const leg = legs.get(id);
      return leg ? hearing(legs, leg) : [];
    },
    hearsHz: (id) => {
      const leg = legs.get(id);
      return leg ? hearingHz(legs, leg, room.clock.nowMs()) : [];
    },
    keysHeard: (id) => legs.get(id)?.keysHeard ?? '',
    transferReports: (id) => legs.get(id)?.transferReports ?? [],
    leg: (id) => legs.get(id),
  };
}
