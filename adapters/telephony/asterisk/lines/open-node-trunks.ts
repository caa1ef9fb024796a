import { isSipCarrier } from '#core/trunk/carrier-words.ts';
import { linesOnLoan } from '#core/trunk/loans.ts';
import type { LentLine, LoanTerms, Trunks } from '#core/trunk/trunks.port.ts';
import { AriClient } from '../ari-client.ts';
import { openNameResolver, rememberNothings, type NameResolver } from '../../trunk/resolve.ts';
import { nodesInTurn, shardOf } from '../config/house-names.ts';
import type { HousePlan } from '../config/house-plan.ts';
import type { NodePlace } from '../exchange-node.ts';
import { NodeObjects } from './node-objects.ts';
import { NodeTrunk } from './node-trunk.ts';
import { NodeWatch } from './node-watch.ts';
import type { LineExchange, OwnLines } from './own-lines.ts';
import { trunkObjects } from './trunk-objects.ts';
import { tryTrunk } from './try-trunk.ts';

export interface NodeTrunksOptions {
  plan: Pick<HousePlan, 'edge' | 'nodes'>;
  nodes: readonly NodePlace[];
  /** By what the edge knows calls of carriers. */
  ways: {
    /** Answers what the line registers as. */
    keep(way: { line: string; tenantId: number | null; sources: readonly string[] }): Promise<string>;
    drop(line: string): Promise<void>;
  };
  /** Where gateways may be that nobody who runs the installation wrote down. */
  isAllowed(address: string): boolean;
  lent?: readonly LentLine[];
  names?: NameResolver;
  clock: { nowMs(): number; monotonicMs(): number };
  log: { error(fields: object, text: string): void };
}

export interface NodeTrunks extends Trunks, OwnLines {
  stop(): Promise<void>;
}

interface TrunkNode {
  name: string;
  objects: NodeObjects;
  watch: NodeWatch;
  isUp: boolean;
}

const LENT_PREFIX = 'lent-';
const NO_WAY = 503;
/** Names may lead elsewhere. */
const LOOK_EVERY_MS = 60_000;

/**
 * Trunks that the nodes serve themselves, so that calls outlive this process. Rules:
 * 1. Every node can call over every trunk; one registers: that of the tenant, or the next that lives. It stays there while it lives.
 * 2. Carriers are told to call the edge, which knows them by `ways` and chooses the node.
 * 3. Passwords go to the nodes' memory and nowhere else. A node that comes back is told everything again.
 * 4. What is taken because this process leaves stays as it is at the nodes: the next one puts it anew.
 */
export async function openNodeTrunks(options: NodeTrunksOptions): Promise<NodeTrunks> {
  const { plan, ways, clock, log } = options;
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in trunks of the nodes');
  const names = options.names ?? rememberNothings(openNameResolver({ ipv6: false }), () => clock.monotonicMs());
  const trunks = new Map<string, { trunk: NodeTrunk; written: string }>();
  const turns = new Map<string, Promise<unknown>>();
  let exchange: LineExchange | null = null;
  let terms: ReadonlyMap<string, LoanTerms> = new Map();
  let isStopped = false;

  const nodes = options.nodes.map((place): TrunkNode => {
    const node: TrunkNode = {
      name: place.name,
      isUp: false,
      objects: new NodeObjects(new AriClient({ name: place.name, ...place.ari })),
      watch: new NodeWatch(place.ami, {
        up() {
          node.isUp = true;
          node.objects.doubt();
          bringAll();
        },
        down() {
          node.isUp = false;
          for (const { trunk } of trunks.values()) if (trunk.registrar === node.name) trunk.unregistered();
          bringAll();
        },
        registrations(found) {
          for (const [line, seen] of found) {
            const trunk = trunks.get(line)?.trunk;
            if (trunk && (trunk.registrar === null || trunk.registrar === node.name)) {
              trunk.registrar = node.name;
              trunk.registered(seen);
            }
          }
        },
        gateway(line, uri, roundTripMs, isUp) {
          const trunk = trunks.get(line)?.trunk;
          if (trunk?.gateway(uri, isUp, roundTripMs)) bring(line).catch(report);
        },
        report,
      }),
    };
    return node;
  });

  function inTurn<T>(line: string, work: () => Promise<T>): Promise<T> {
    const done = (turns.get(line) ?? Promise.resolve()).then(work, work);
    turns.set(line, done);
    const forget = (): void => void (turns.get(line) === done && turns.delete(line));
    done.then(forget, forget);
    return done;
  }

  /** Makes every node that lives have what the trunk needs now. */
  async function bringNow(line: string): Promise<void> {
    const trunk = trunks.get(line)?.trunk;
    if (!trunk || isStopped) return;
    await trunk.find();
    await ways.keep({ line, tenantId: trunk.tenantId, sources: trunk.sources() });
    const living = nodes.filter(({ isUp }) => isUp);
    const inOrder = nodesInTurn(trunk.tenantId === null ? 0 : shardOf(trunk.tenantId), nodes);
    const registrar = living.find(({ name }) => name === trunk.registrar) ?? inOrder.find(({ isUp }) => isUp);
    trunk.registrar = trunk.registers ? (registrar?.name ?? null) : null;
    await Promise.all(
      living.map(({ name, objects }) =>
        objects
          .bring(line, trunkObjects({ ...trunk, isRegistrar: name === trunk.registrar }))
          // One that is gone meanwhile is told again when it is back.
          .catch((problem: unknown) => nodes.find((node) => node.name === name)!.isUp && report(problem)),
      ),
    );
    // One that stood there before tells nothing new by itself.
    await registrar?.watch.look();
  }
  const bring = (line: string): Promise<void> => inTurn(line, () => bringNow(line));
  function bringAll(): void {
    for (const line of trunks.keys()) bring(line).catch(report);
  }

  async function removeNow(line: string): Promise<void> {
    if (!trunks.delete(line)) return;
    await ways.drop(line);
    await Promise.all(nodes.filter(({ isUp }) => isUp).map(({ objects }) => objects.bring(line, [])));
  }

  const registrarOf = (line: string): TrunkNode | undefined =>
    nodes.find(({ name, isUp }) => isUp && name === trunks.get(line)?.trunk.registrar);

  await Promise.all(nodes.map(({ watch }) => watch.open()));
  const looking = setInterval(bringAll, LOOK_EVERY_MS);
  looking.unref();

  return {
    put: (line, settings, { mayBePrivate, tenantId }) =>
      inTurn(line, async () => {
        const written = JSON.stringify([settings, mayBePrivate]);
        const before = trunks.get(line);
        if (isStopped || before?.written === written) return;
        const token = await ways.keep({ line, tenantId, sources: settings.signallingFrom });
        const trunk = new NodeTrunk({
          line,
          settings,
          tenantId,
          token,
          names,
          isAllowed: mayBePrivate ? () => true : options.isAllowed,
          callsOn: (name) => exchange?.callsOn(name) ?? { outgoing: 0, incoming: 0 },
          clock,
        });
        trunk.registrar = before?.trunk.registrar ?? (await whoRegisters(line));
        trunks.set(line, { trunk, written });
        // Names may take their time; nobody waits for them.
        bring(line).catch(report);
      }),
    take: (line, calls) =>
      inTurn(line, async () => {
        if (calls === 'goOn') return removeNow(line);
        trunks.delete(line);
        for (const { objects } of nodes) objects.release(line);
      }),
    state: (line) => trunks.get(line)?.trunk.state() ?? null,
    find: (line) => bring(line),
    async check(line) {
      await bring(line);
      await Promise.all(nodes.filter(({ isUp }) => isUp).map(({ watch }) => watch.qualify(line).catch(() => {})));
      await Promise.all(nodes.map(({ watch }) => watch.look()));
    },
    async register(line) {
      const watch = registrarOf(line)?.watch;
      await watch?.register(line).catch(() => {});
      await watch?.look();
    },
    async tryCall(line, call) {
      const trunk = trunks.get(line)?.trunk;
      if (!trunk || !exchange) return { at: 'refused', status: NO_WAY };
      return tryTrunk(exchange, { line, tenantId: trunk.tenantId, ...call });
    },
    reach: () => ({
      address: plan.nodes[0]?.mediaAddress ?? plan.edge.trunkAddress,
      ports: { udp: plan.edge.trunkPort },
      transports: ['udp'],
      rtpPorts: soundPorts(plan.nodes),
    }),
    lent: () => linesOnLoan(options.lent ?? [], terms),
    lendable: () => options.lent ?? [],
    lend: (said) => void (terms = said),

    wayOf(line, call) {
      if (!isSipCarrier(line) && !line.startsWith(LENT_PREFIX)) return null;
      return trunks.get(line)?.trunk.wayOf(call) ?? NO_WAY;
    },
    heardOn: (line, said, asked) => trunks.get(line)?.trunk.heard(said, asked) ?? null,
    joined: (made) => void (exchange = made),
    async stop() {
      isStopped = true;
      clearInterval(looking);
      await Promise.allSettled(turns.values());
      for (const { watch } of nodes) watch.stop();
    },
  };

  /** Whom an earlier process had register it. */
  async function whoRegisters(line: string): Promise<string | null> {
    const asked = await Promise.all(nodes.map(async (node) => ((await node.watch.has(line)) ? node.name : null)));
    return asked.find((name) => name !== null) ?? null;
  }
}

function soundPorts(nodes: HousePlan['nodes']): { first: number; last: number } | null {
  if (nodes.length === 0) return null;
  const ranges = nodes.map(({ rtpPorts }) => rtpPorts);
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}
