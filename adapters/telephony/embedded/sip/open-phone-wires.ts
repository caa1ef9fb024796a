import { DEFAULT_PHONE_FLOOD_LIMITS, FloodGuard } from '../../sip-wires/flood-guard.ts';
import type { SipHop } from '../../sip-wires/sip-hop.ts';
import { peekMessage } from '../../sip-wires/sip-peek.ts';
import { useUnguessableBranches } from '../../sip-wires/sip-branches.ts';
import { openWires, type Wires } from '../../sip-wires/wires.ts';
import { keepNewest } from './ban-list.ts';
import { openSipTimers } from './open-sip-timers.ts';
import { GOODBYE_MS, PhoneFlow } from './phone-flow.ts';
import type { PhoneWires, PhoneWiresOptions } from './phone-wires.ts';
import type { Suspect } from './suspicions.ts';
import { networkOf } from '../../sip-wires/network-of.ts';
import type { Wire, WireEnd } from './wire.ts';

interface WiresWorld {
  nowMs(): number;
  connect(wire: Wire): WireEnd;
  suspicious: Suspect;
  report(problem: unknown): void;
}

const MOST_CONNECTIONS = 5_000;
/** Ways nobody proved anything on; the oldest is given up for the next. */
const MOST_UNPROVEN = 500;
const MOST_KNOWN_NETWORKS = 5_000;
/** Nobody needs more to sign in. */
const STRANGER_MOST_CHARS = 8_192;

/**
 * SIP over UDP, TCP and TLS for phones that are no browsers (RFC 3261). Rules:
 * 1. A stranger is answered a REGISTER and nothing else; by datagrams nothing else makes a way to us.
 * 2. What comes is read within limits: few of a stranger, few of all strangers together, many of networks phones signed in from.
 */
export async function openPhoneWires(options: PhoneWiresOptions, world: WiresWorld): Promise<PhoneWires> {
  useUnguessableBranches();
  const { announcedAddress: host } = options;
  const timers = openSipTimers(world.report);
  const guard = new FloodGuard({ ...DEFAULT_PHONE_FLOOD_LIMITS, ...options.limits }, world.nowMs);
  const flows = new Map<string, PhoneFlow>();
  const unproven = new Set<PhoneFlow>();
  const known = new Map<string, true>();
  let strangers = 0;
  let repeatedBefore = 0;
  let wires: Wires | null = null;

  const isKnown = (address: string): boolean => known.has(networkOf(address));

  function forget(flow: PhoneFlow): void {
    unproven.delete(flow);
    if (flows.get(keyOf(flow.hop)) !== flow) return;
    flows.delete(keyOf(flow.hop));
    repeatedBefore += flow.transactions.stats.repeated;
  }

  function drop(flow: PhoneFlow): void {
    forget(flow);
    flow.drop();
    if (flow.hop.transport !== 'udp') wires?.close(flow.hop);
  }

  function open(hop: SipHop): PhoneFlow {
    const flow = new PhoneFlow({
      hop,
      way: { transport: hop.transport, host, port: wires?.ports[hop.transport] ?? 0 },
      after: (ms, act) => {
        const timer = timers.after(ms, act);
        return () => timer.cancel();
      },
      send: (text, to) => wires?.send(text, to),
      onClosed(closed) {
        unproven.delete(closed);
        if (hop.transport !== 'udp') return wires?.close(hop);
        // What was said last may have to be repeated.
        timers.after(GOODBYE_MS, () => forget(closed));
      },
      onSignedIn(proven) {
        unproven.delete(proven);
        keepNewest(known, proven.address, true, MOST_KNOWN_NETWORKS);
      },
    });
    flows.set(keyOf(hop), flow);
    unproven.add(flow);
    for (const oldest of unproven) {
      if (unproven.size <= MOST_UNPROVEN) break;
      drop(oldest);
    }
    flow.end = world.connect(flow);
    return flow;
  }

  function receive(text: string, hop: SipHop): void {
    const flow = flows.get(keyOf(hop));
    if (flow && !(flow.isClosed && isRegister(text))) return flow.receive(text);
    if (hop.transport !== 'udp') return;
    if (text.length <= STRANGER_MOST_CHARS && isRegister(text)) {
      if (flow) forget(flow);
      return open(hop).receive(text);
    }
    const seen = peekMessage(text);
    if (!seen?.isRequest) return;
    strangers++;
    world.suspicious('unauthenticated', null, networkOf(hop.address), seen.method);
  }

  const guarded =
    <Args extends unknown[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        work(...args);
      } catch (problem) {
        world.report(problem);
      }
    };

  wires = await openWires({
    ...options,
    guard,
    answersOnly: true,
    mostLinks: MOST_CONNECTIONS,
    isPeer: isKnown,
    mayConnect: (address) => guard.admits(address, isKnown(address)),
    onOpened: guarded((hop) => void open(hop)),
    onPing: guarded((hop) => flows.get(keyOf(hop))?.end.touch()),
    onMessage: guarded(receive),
    onLost: guarded((hop) => {
      const flow = flows.get(keyOf(hop));
      if (!flow) return;
      forget(flow);
      flow.drop();
    }),
  });
  const opened = wires;
  return {
    ports: opened.ports,
    counts: () => ({
      flows: flows.size,
      strangers,
      dropped: guard.dropped,
      repeated: Array.from(flows.values()).reduce(
        (sum, { transactions }) => sum + transactions.stats.repeated,
        repeatedBefore,
      ),
    }),
    async stop() {
      for (const { transactions } of flows.values()) transactions.stop();
      flows.clear();
      timers.stop();
      await opened.stop();
    },
  };
}

const keyOf = ({ transport, address, port }: SipHop): string => `${transport} ${address} ${port}`;

const isRegister = (text: string): boolean => text.startsWith('REGISTER ');
