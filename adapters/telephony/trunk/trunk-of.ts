import type { TrunkHop } from './resolve.ts';
import type { PeekedMessage } from './sip-peek.ts';

/** How a trunk is known to whoever calls it. */
export interface TrunkAddressee {
  /** The name it registered: nobody but the registrar knows it. Null while it is not registered. */
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
    for (const trunk of this.#trunks) if (trunk.isSource(address)) return true;
    return false;
  }

  /** Of a request: by the call it belongs to, by the name we registered, by where it comes from; null for a stranger's. */
  trunkOf({ callId, hasToTag, user, host }: PeekedMessage, from: TrunkHop): T | null {
    const ofCall = hasToTag ? this.#calls.get(callId) : undefined;
    if (ofCall) return ofCall;
    if (user) for (const trunk of this.#trunks) if (trunk.contactName === user) return trunk;
    const bySource = [...this.#trunks].filter((trunk) => trunk.isSource(from.address));
    const found =
      bySource.find(({ hosts }) => hosts.includes(host)) ?? bySource.find(({ hosts }) => hosts.length === 0);
    if (found) return found;
    this.strangers++;
    return null;
  }
}
