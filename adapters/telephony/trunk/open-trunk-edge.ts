import { openSipTimers } from '../embedded/sip/open-sip-timers.ts';
import type { After } from '#core/timers.ts';
import type { Metronome } from '../carrier.ts';
import { DEFAULT_FLOOD_LIMITS, FloodGuard, type FloodLimits } from '../sip-wires/flood-guard.ts';
import { uriHost, type SipHop } from '../sip-wires/sip-hop.ts';
import { chooseTrunk } from './choose-trunk.ts';
import { openNameResolver, rememberNothings, type NameResolver } from './resolve.ts';
import { openRtpPorts } from '../rtp/rtp-ports.ts';
import { useUnguessableBranches } from '../sip-wires/sip-branches.ts';
import { peekMessage } from '../sip-wires/sip-peek.ts';
import { Transactions } from '../sip-wires/transactions.ts';
import { TrunkDirectory } from './trunk-of.ts';
import { DEFAULT_TRUNK_PATIENCE, type TrunkPatience, type TrunkWorld } from './trunk-line.ts';
import { openWires, type TlsIdentity, type Wires } from '../sip-wires/wires.ts';
import type { TrunkEdge, TrunkListener } from './trunk-edge.ts';

/** Connections to all carriers together; of one team fewer (`wires.ts`). */
const MOST_CONNECTIONS = 2_000;
const IDLE_MS = 300_000;

export interface TrunkEdgeOptions {
  /** Where we listen, and how carriers know us: behind a router the two differ. */
  bindAddress: string;
  announcedAddress?: string;
  udpPort?: number;
  tcpPort?: number;
  tls?: TlsIdentity;
  /** Ports for sound; without a range any free ones. */
  rtpPorts?: { first: number; last: number };
  metronome: Metronome;
  clock: { nowMs(): number; monotonicMs(): number };
  log: { error(fields: object, text: string): void };
  names?: NameResolver;
  limits?: Partial<FloodLimits>;
  patience?: Partial<TrunkPatience>;
  chance?: () => number;
  /** How long a connection to a carrier is kept that nothing is said on. */
  idleMs?: number;
  /** Timers other than this machine's, for tests. */
  after?: After;
}

export async function openTrunkEdge(options: TrunkEdgeOptions): Promise<TrunkEdge> {
  useUnguessableBranches();
  const { bindAddress, clock, log, metronome } = options;
  const announcedAddress = options.announcedAddress ?? bindAddress;
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in the trunks');
  const timers = openSipTimers(report);
  const after: After =
    options.after ??
    ((ms, act) => {
      const timer = timers.after(ms, act);
      return () => timer.cancel();
    });
  const guard = new FloodGuard({ ...DEFAULT_FLOOD_LIMITS, ...options.limits }, () => clock.monotonicMs());
  const directory: TrunkWorld['directory'] = new TrunkDirectory();
  const trunks = new Set<TrunkListener>();
  let wires: Wires | null = null;
  const transactions: TrunkWorld['transactions'] = new Transactions({
    after,
    send: (text, to) => wires?.send(text, to),
    deliver: (trunk, text, from) => trunk.deliver(text, from),
    sentBy: (transport) => `${uriHost(announcedAddress)}:${wires?.ports[transport] ?? 0}`,
  });

  function receive(text: string, from: SipHop): void {
    const seen = peekMessage(text);
    if (!seen) return;
    if (!seen.isRequest) {
      if (transactions.isAwaited(seen)) transactions.receiveAnswer(text, seen, from);
      return;
    }
    const found = directory.trunksOf(seen, from);
    const take = (trunk: (typeof found)[number]): void => transactions.receiveRequest(trunk, text, seen, from);
    if (found.length === 1 || seen.method !== 'INVITE') return void (found[0] && take(found[0]));
    if (found.length > 1) chooseTrunk(found, seen.user).then(take).catch(report);
  }

  wires = await openWires({
    ...options,
    guard,
    mostLinks: MOST_CONNECTIONS,
    idleMs: options.idleMs ?? IDLE_MS,
    isPeer: (address) => directory.isPeer(address),
    ownerOf: (address) => directory.ownerOf(address),
    isNeeded: (hop) => [...trunks].some((trunk) => trunk.uses(hop)),
    onMessage(text, from) {
      try {
        receive(text, from);
      } catch (problem) {
        report(problem);
      }
    },
    onLost(hop, problem) {
      for (const trunk of trunks) trunk.lost(hop, problem);
      transactions.lost(hop);
    },
  });
  const { ports } = wires;
  const world: TrunkWorld = {
    announcedAddress,
    ports,
    transactions,
    directory,
    rtp: openRtpPorts(bindAddress, options.rtpPorts ?? null),
    names:
      options.names ??
      rememberNothings(openNameResolver({ ipv6: bindAddress.includes(':') }), () => clock.monotonicMs()),
    metronome,
    after,
    clock,
    patience: { ...DEFAULT_TRUNK_PATIENCE, ...options.patience },
    chance: options.chance ?? Math.random,
    report,
  };
  return {
    world,
    ports,
    join: (trunk) => void trunks.add(trunk),
    leave: (trunk) => void trunks.delete(trunk),
    counts: () => ({
      strangers: directory.strangers,
      dropped: guard.dropped,
      transactions: transactions.size,
      rtpPorts: world.rtp.inUse,
      repeated: { ...transactions.stats },
    }),
    async stop() {
      transactions.stop();
      timers.stop();
      await wires?.stop();
    },
  };
}
