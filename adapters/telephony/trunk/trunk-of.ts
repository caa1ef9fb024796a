import type { SipHop } from '../sip-wires/sip-hop.ts';
import type { PeekedMessage } from '../sip-wires/sip-peek.ts';

const MOST_PROVEN = 200;

/** How a trunk is known to whoever calls it. */
export interface TrunkAddressee {
  /** The name it registers: nobody but the registrar is told. Null where it never registers. */
  readonly contactName: string | null;
  /** Hosts in the address asked for that mean this trunk and no other; for carriers several trunks share. */
  readonly hosts: readonly string[];
  isSource(address: string): boolean;
}

/** Whose a message is. Strangers are nobody's: an answer would tell a scanner that somebody is here. */
export class TrunkDirectory<T extends TrunkAddressee> {
  strangers = 0;
  readonly #trunks = new Set<T>();
  readonly #calls = new Map<string, T>();
  /** Addresses from which somebody knew a name we registered: read as much of as of a carrier. */
  readonly #proven = new Set<string>();

  add(trunk: T): void {
    this.#trunks.add(trunk);
  }

  remove(trunk: T): void {
    this.#trunks.delete(trunk);
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
    if (this.#proven.has(address)) return true;
    for (const trunk of this.#trunks) if (trunk.isSource(address)) return true;
    return false;
  }

  /** Of a request: by the call it belongs to, by the name we registered, by where it comes from; null for a stranger's. */
  trunkOf({ callId, hasToTag, method, user, host }: PeekedMessage, from: SipHop): T | null {
    const ofCall = hasToTag ? this.#calls.get(callId) : undefined;
    if (ofCall) return ofCall;
    for (const trunk of user ? this.#trunks : []) {
      if (trunk.contactName !== user) continue;
      this.#prove(from.address);
      return trunk;
    }
    const bySource = [...this.#trunks].filter((trunk) => trunk.isSource(from.address));
    const found =
      bySource.find(({ hosts }) => hosts.includes(host)) ??
      bySource.find(({ hosts }) => hosts.length === 0) ??
      // Whether somebody is here any of them may say.
      (method === 'OPTIONS' ? bySource[0] : undefined);
    if (found) return found;
    this.strangers++;
    return null;
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
