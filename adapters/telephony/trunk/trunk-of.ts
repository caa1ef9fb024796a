import type { NumberClaim } from '#core/trunk/trunks.port.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import { NetworkIndex } from '../sip-wires/network-index.ts';
import type { PeekedMessage } from '../sip-wires/sip-peek.ts';

const MOST_PROVEN = 200;

/** How a trunk is known to whoever calls it. */
export interface TrunkAddressee {
  /** The name it registers: nobody but the registrar is told. Null where it never registers. */
  readonly contactName: string | null;
  /** Hosts in the address asked for that mean this trunk and no other; for carriers several trunks share. */
  readonly hosts: readonly string[];
  /** Networks and addresses it may be called from; `moved` says that they are others. */
  readonly sources: readonly string[];
  /** For whom its connections count. */
  readonly owner: string;
  /** Whose the number is that was dialled, as it reads it; false: not its team's, null: nobody can say. Asked where several share a carrier. */
  claimOf?(dialled: string): Promise<NumberClaim | false | null>;
}

/** Whose a message is. Strangers are nobody's: an answer would tell a scanner that somebody is here. */
export class TrunkDirectory<T extends TrunkAddressee> {
  strangers = 0;
  /** In the order they came. */
  readonly #trunks = new Map<T, number>();
  readonly #bySource = new NetworkIndex<T>();
  readonly #byName = new Map<string, T>();
  #came = 0;
  readonly #calls = new Map<string, T>();
  /** Addresses from which somebody knew a name we registered: read as much of as of a carrier. */
  readonly #proven = new Set<string>();

  add(trunk: T): void {
    this.#trunks.set(trunk, ++this.#came);
    this.#bySource.set(trunk, trunk.sources);
    if (trunk.contactName) this.#byName.set(trunk.contactName, trunk);
  }

  /** Its gateways are found elsewhere than before. */
  moved(trunk: T): void {
    if (this.#trunks.has(trunk)) this.#bySource.set(trunk, trunk.sources);
  }

  /** No request that begins something is its any more. */
  retire(trunk: T): void {
    this.#trunks.delete(trunk);
    this.#bySource.delete(trunk);
    if (trunk.contactName && this.#byName.get(trunk.contactName) === trunk) this.#byName.delete(trunk.contactName);
  }

  remove(trunk: T): void {
    this.retire(trunk);
    for (const [callId, owner] of this.#calls) if (owner === trunk) this.#calls.delete(callId);
  }

  /** A call of the trunk's, by its Call-ID. */
  begin(callId: string, trunk: T): void {
    this.#calls.set(callId, trunk);
  }

  end(callId: string): void {
    this.#calls.delete(callId);
  }

  isPeer(address: string): boolean {
    return this.#proven.has(address) || this.#bySource.ownersOf(address).size > 0;
  }

  /** Whose trunks alone are called from there; the address itself where several, or nobody's, are. */
  ownerOf(address: string): string {
    const owners = new Set([...this.#bySource.ownersOf(address)].map(({ owner }) => owner));
    return owners.size === 1 ? [...owners][0]! : address;
  }

  /**
   * Of a request: by the call it belongs to, by the name we registered, by where it comes from; none for a stranger's. Several
   * where only who was dialled can tell.
   */
  trunksOf({ callId, hasToTag, method, user, host }: PeekedMessage, from: SipHop): readonly T[] {
    // Who gives up while it rings has no tag of ours to name.
    const ofCall = hasToTag || method === 'CANCEL' ? this.#calls.get(callId) : undefined;
    if (ofCall) return [ofCall];
    const named = this.#byName.get(user);
    if (named) {
      this.#prove(from.address);
      return [named];
    }
    const cameAt = (trunk: T): number => this.#trunks.get(trunk) ?? 0;
    const bySource = [...this.#bySource.ownersOf(from.address)].sort((one, other) => cameAt(one) - cameAt(other));
    // Those the host names come first, and keep nobody's calls from the others: any tenant may write any host down.
    const found = [
      ...bySource.filter(({ hosts }) => hosts.includes(host)),
      ...bySource.filter(({ hosts }) => hosts.length === 0),
    ];
    if (found.length > 0) return found;
    // Whether somebody is here any of them may say.
    if (method === 'OPTIONS' && bySource.length > 0) return bySource.slice(0, 1);
    this.strangers++;
    return [];
  }

  #prove(address: string): void {
    this.#proven.delete(address);
    this.#proven.add(address);
    for (const oldest of this.#proven) {
      if (this.#proven.size <= MOST_PROVEN) break;
      this.#proven.delete(oldest);
    }
  }
}
