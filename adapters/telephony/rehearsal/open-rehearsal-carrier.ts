import { chanceOf, seedOf } from '#core/chance.ts';
import { crowdAnswer, crowdHour, isOfCrowd } from '#core/rehearsal/crowd.ts';
import type { CallInScript, VirtualCustomer } from '#core/rehearsal/rehearsal.port.ts';
import { virtualNumbers } from '#core/rehearsal/virtual-customers.ts';
import { carrierCall, type CarrierLeg, type Metronome } from '../carrier.ts';
import { openParty } from './open-party.ts';
import type { RehearsalParty } from './rehearsal-party.ts';
import { behaviourOf, rehearsalNumbers } from './rehearsal-numbers.ts';
import { crowdScript, customerScript, scriptOf } from './scripts.ts';
import type { RehearsalCarrier } from './rehearsal-carrier.ts';

export interface RehearsalCarrierOptions {
  metronome: Metronome;
  /** A spoken phrase as PCMU; `assets/prompts`. */
  phrase(name: string): Uint8Array;
  nowMs(): number;
  /** The same seed, the same people. */
  seed: number;
  /** More customers at once would be a load test, not a rehearsal. */
  maxCustomers?: number;
}

const MAX_CUSTOMERS = 200;
/** How many of those who call are known by name in the demo. */
const REGULARS = 0.8;
/** How long a customer who hung up stays on the list. */
const REMEMBERED_MS = 60_000;
const scripts: readonly CallInScript[] = ['talks', 'talks', 'talks', 'long', 'impatient'];

interface Customer extends VirtualCustomer {
  party: RehearsalParty;
}

/** An outside world of our own: numbers that behave as documented, and customers who call when told to. */
export function openRehearsalCarrier({
  metronome,
  phrase,
  nowMs,
  seed,
  maxCustomers = MAX_CUSTOMERS,
}: RehearsalCarrierOptions): RehearsalCarrier {
  const parties = new Set<RehearsalParty>();
  const customers = new Map<string, Customer>();
  /** Calls to each of the crowd so far, who need not take the second as the first. */
  const calls = new Map<string, number>();
  let offer: (leg: CarrierLeg) => void = (leg) => leg.refuse(503);
  let stopTicking: (() => void) | null = null;
  let made = 0;
  const watchers = new Set<(customer: VirtualCustomer) => void>();

  function tick(): void {
    for (const party of parties) party.tick();
    if (parties.size === 0) {
      stopTicking?.();
      stopTicking = null;
    }
  }

  function join(party: RehearsalParty): void {
    if (party.over) return;
    parties.add(party);
    stopTicking ??= metronome.subscribe(tick);
  }

  function forgetOld(): void {
    for (const [id, customer] of customers)
      if (customer.state === 'ended' && nowMs() - customer.sinceMs > REMEMBERED_MS) customers.delete(id);
  }

  /** What whoever has the number does with this call. */
  function answered(to: string) {
    const chance = chanceOf(seedOf(seed, to));
    if (!isOfCrowd(to)) return scriptOf(behaviourOf(to), chance);
    const attempt = calls.get(to) ?? 0;
    calls.set(to, attempt + 1);
    return crowdScript(crowdAnswer(to, { attempt, hour: crowdHour(nowMs()) }), chance);
  }

  const show = ({ party, ...customer }: Customer): VirtualCustomer => ({ ...customer, heard: { ...party.heard } });

  function moved(customer: Customer, state: VirtualCustomer['state']): void {
    customer.state = state;
    customer.sinceMs = nowMs();
    for (const watcher of watchers) watcher(show(customer));
  }

  return {
    place(leg) {
      const party: RehearsalParty = openParty(leg, answered(leg.to), phrase, {
        ended: () => void parties.delete(party),
      });
      join(party);
    },
    onCall(listener) {
      offer = listener;
    },
    stop() {
      for (const party of parties) party.hangUp();
      parties.clear();
      stopTicking?.();
      stopTicking = null;
    },
    counts: () => ({ parties: parties.size }),

    numbers: () => rehearsalNumbers,
    async callIn({ did, from, script, seed: ownSeed }) {
      forgetOld();
      if ([...customers.values()].filter((customer) => !customer.party.over).length >= maxCustomers) return null;
      made += 1;
      const chance = chanceOf(ownSeed ?? seedOf(seed, 'customer', made));
      const caller = from ?? inventedNumber(chance);
      const plays = script ?? scripts[Math.floor(chance() * scripts.length)]!;
      const { near, far } = carrierCall(did, caller);
      const customerId = `customer-${made}`;
      const party: RehearsalParty = openParty(far, customerScript(plays, chance), phrase, {
        answered: () => moved(customer, 'talking'),
        ended() {
          parties.delete(party);
          moved(customer, 'ended');
        },
      });
      const customer: Customer = {
        customerId,
        did,
        from: caller,
        script: plays,
        state: 'calling',
        sinceMs: nowMs(),
        heard: party.heard,
        party,
      };
      customers.set(customerId, customer);
      join(party);
      offer(near);
      if (customer.state === 'calling') moved(customer, 'calling');
      return { customerId, from: caller };
    },
    customers() {
      forgetOld();
      return [...customers.values()].map(show);
    },
    hangUp(customerId) {
      customers.get(customerId)?.party.hangUp();
    },
    pickedUp({ did, from }) {
      for (const customer of customers.values())
        if (customer.did === did && customer.from === from) customer.party.pickedUp();
    },
    onChange(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
  };
}

/** Most who call are regular customers, the others strangers from the same block of numbers that nobody has. */
const inventedNumber = (chance: () => number): string => {
  const drawn = chance();
  const isRegular = drawn < REGULARS;
  return isRegular
    ? virtualNumbers[Math.floor((drawn / REGULARS) * virtualNumbers.length)]!
    : `52555550${String(Math.floor(((drawn - REGULARS) / (1 - REGULARS)) * 10_000)).padStart(4, '0')}`;
};
