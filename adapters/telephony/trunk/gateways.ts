import { BlockList, isIP, isIPv6 } from 'node:net';
import type { After } from '#core/timers.ts';
import type { NamedServer, SipTransport } from '#core/trunk/trunk-settings.ts';
import type { GatewayState } from '#core/trunk/trunk-state.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import { resolveServer, type NameResolver } from './resolve.ts';

export interface GatewaysOptions {
  servers: readonly NamedServer[];
  names: NameResolver;
  able: readonly SipTransport[];
  after: After;
  nowMs(): number;
  chance(): number;
  /** Asks a gateway whether it lives: milliseconds until it answered, or null. The only one that is believed to live has longer. */
  probe(hop: SipHop, isAlone: boolean): Promise<number | null>;
  healthSec: number | null;
  /** Where nothing is ever sent: our own network, unless whoever runs it says so. */
  isAllowed(address: string): boolean;
  /** None of a server's places can be used. */
  onUseless(why: 'nameUnknown' | 'noTransport' | 'privateAddress', detail: string): void;
  /** Servers are elsewhere than before. */
  onFound?(): void;
}

interface Health {
  at: 'up' | 'down';
  roundTripMs: number | null;
  sinceMs: number;
}

const NAMES_LAST_MS = 60_000;
/** Names may lead to other addresses every minute. */
const MOST_REMEMBERED = 256;
/** Who failed is tried last for a while, or until it answers. */
const DOWN_MS = 30_000;

/** The carrier's servers: where they are, who lives, in which order they are tried. */
export class Gateways {
  readonly #options: GatewaysOptions;
  readonly #found = new Map<NamedServer, { hops: SipHop[]; atMs: number }>();
  readonly #health = new Map<string, Health>();
  #stopAsking: () => void = () => {};
  #isStopped = false;

  constructor(options: GatewaysOptions) {
    this.#options = options;
  }

  /** Every place to try, in the order of the settings; those that failed come last. */
  async hops(): Promise<SipHop[]> {
    const all = (await Promise.all(this.#options.servers.map((server) => this.#resolve(server)))).flat();
    return [...all.filter((hop) => !this.isDown(hop)), ...all.filter((hop) => this.isDown(hop))];
  }

  answered(hop: SipHop, roundTripMs: number | null = null): void {
    const before = this.#health.get(keyOf(hop));
    this.#note(hop, 'up', roundTripMs ?? before?.roundTripMs ?? null);
  }

  failed(hop: SipHop): void {
    this.#note(hop, 'down', null);
  }

  /** It did not answer when it was last tried. */
  isDown(hop: SipHop): boolean {
    const health = this.#health.get(keyOf(hop));
    if (health?.at !== 'down') return false;
    return this.#options.healthSec !== null || this.#options.nowMs() - health.sinceMs < DOWN_MS;
  }

  isAddress(address: string): boolean {
    return this.addresses().includes(address);
  }

  addresses(): string[] {
    return [...new Set([...this.#found.values()].flatMap(({ hops }) => hops.map((hop) => hop.address)))];
  }

  states(): GatewayState[] {
    return this.#options.servers.map((server) => {
      const hops = this.#found.get(server)?.hops ?? [];
      const known = hops.flatMap((hop) => this.#health.get(keyOf(hop)) ?? []);
      const best = known.find(({ at }) => at === 'up') ?? known[0];
      return {
        server,
        at: best?.at ?? 'unknown',
        addresses: [...new Set(hops.map(({ address }) => address))],
        roundTripMs: best?.roundTripMs ?? null,
      };
    });
  }

  /** Looks who lives, and again and again where the settings say so; on demand in any case. */
  async ask(isDemanded = false): Promise<void> {
    const { healthSec, after, probe } = this.#options;
    const hops = await this.hops();
    if (this.#isStopped || (healthSec === null && !isDemanded)) return;
    this.#stopAsking();
    if (healthSec !== null) this.#stopAsking = after(healthSec * 1_000, () => void this.ask());
    await Promise.all(
      hops.map(async (hop) => {
        // Somebody who asked for it waits for the answer.
        const roundTripMs = await probe(hop, hops.length === 1 && !isDemanded && !this.isDown(hop));
        if (roundTripMs === null) this.failed(hop);
        else this.answered(hop, roundTripMs);
      }),
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopAsking();
  }

  #note(hop: SipHop, at: Health['at'], roundTripMs: number | null): void {
    this.#health.delete(keyOf(hop));
    this.#health.set(keyOf(hop), { at, roundTripMs, sinceMs: this.#options.nowMs() });
    for (const oldest of this.#health.keys()) {
      if (this.#health.size <= MOST_REMEMBERED) break;
      this.#health.delete(oldest);
    }
  }

  async #resolve(server: NamedServer): Promise<SipHop[]> {
    const { names, able, chance, nowMs, isAllowed, onUseless, onFound } = this.#options;
    const known = this.#found.get(server);
    if (known && nowMs() - known.atMs < NAMES_LAST_MS) return known.hops;
    const hops = await resolveServer(server, names, { able, chance });
    const spoken = hops.filter(({ transport }) => able.includes(transport));
    const usable = spoken.filter(({ address }) => isAllowed(address));
    if (usable.length === 0) {
      if (spoken.length > 0) onUseless('privateAddress', spoken[0]!.address);
      else if (hops.length > 0) onUseless('noTransport', hops[0]!.transport);
      else onUseless('nameUnknown', server.host);
      // Names that cannot be asked just now lead where they led before.
      return known?.hops ?? [];
    }
    this.#found.set(server, { hops: usable, atMs: isIP(server.host) ? Number.POSITIVE_INFINITY : nowMs() });
    onFound?.();
    return usable;
  }
}

const keyOf = ({ transport, address, port }: SipHop): string => `${transport} ${address} ${port}`;

/** Whether an address lies in one of the networks; what is no network is none. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  if (networks.length === 0) return () => false;
  for (const network of networks) {
    const [address = '', bits] = network.trim().split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (!isIP(address)) continue;
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= most) list.addSubnet(address, prefix, family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
