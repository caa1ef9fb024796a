import { isSipCarrier } from '#core/trunk/carrier-words.ts';
import { linesOnLoan } from '#core/trunk/loans.ts';
import type { LentLine, LoanTerms } from '#core/trunk/trunks.port.ts';
import { openNameResolver, rememberNothings, type NameResolver } from '../../trunk/resolve.ts';
import type { HousePlan } from '../config/house-plan.ts';
import type { NodePlace } from '../exchange-node.ts';
import { NodeTrunk } from './node-trunk.ts';
import type { LineExchange } from './own-lines.ts';
import { TrunkKeeper, type KnownWays } from './trunk-keeper.ts';
import { tryTrunk } from './try-trunk.ts';
import type { NodeTrunks } from './node-trunks.ts';

export interface NodeTrunksOptions {
  plan: Pick<HousePlan, 'edge' | 'nodes'>;
  nodes: readonly NodePlace[];
  ways: EdgeWays;
  /** Where gateways may be that nobody who runs the installation wrote down. */
  isAllowed(address: string): boolean;
  lent?: readonly LentLine[];
  names?: NameResolver;
  clock: { nowMs(): number; monotonicMs(): number };
  log: { error(fields: object, text: string): void };
  /** The database that `ways` are kept in is away: nobody's mistake, and it passes. */
  isAway?(problem: unknown): boolean;
}

/** What the edge is told of lines, with those of the installation to whom they are lent; null: to all. */
interface EdgeWays extends Pick<KnownWays, 'drop'> {
  keep(way: Parameters<KnownWays['keep']>[0] & { lentTo: readonly number[] | null }): Promise<string>;
}

const LENT_PREFIX = 'lent-';
const NO_WAY = 503;
/** Names may lead elsewhere. */
const LOOK_EVERY_MS = 60_000;

/**
 * Trunks that the nodes serve themselves, so that calls outlive this process. Rules:
 * 1. Every node can call over every trunk; one registers: that of the tenant, or the next that lives. It stays there while it lives; over a
 *    connection, by which the carrier calls, it goes back to the tenant's.
 * 2. Carriers are told to call the edge, which knows them by `ways` and chooses the node; over a connection they call the node.
 * 3. Passwords go to the nodes' memory and nowhere else. A node that comes back is told everything again.
 * 4. What is taken because this process leaves stays as it is at the nodes: the next one puts it anew.
 */
export async function openNodeTrunks(options: NodeTrunksOptions): Promise<NodeTrunks> {
  const { plan, ways, clock, log } = options;
  const names = options.names ?? rememberNothings(openNameResolver({ ipv6: false }), () => clock.monotonicMs());
  let exchange: LineExchange | null = null;
  let terms: ReadonlyMap<string, LoanTerms> = new Map();
  const lent = (): LentLine[] => linesOnLoan(options.lent ?? [], terms);
  const lentTo = (line: string) => lent().find(({ carrier }) => carrier === line)?.tenantIds ?? null;
  const report = (problem: unknown): void => {
    if (!options.isAway?.(problem)) log.error({ err: problem }, 'bug: in trunks of the nodes');
  };
  const keeper = new TrunkKeeper(
    options.nodes,
    { ...ways, keep: (way) => ways.keep({ ...way, lentTo: lentTo(way.line) }) },
    report,
  );
  const callsOn = (line: string) => exchange?.callsOn(line) ?? { outgoing: 0, incoming: 0 };

  await Promise.all(keeper.nodes.map(({ watch }) => watch.open()));
  const looking = setInterval(() => keeper.bringAll(), LOOK_EVERY_MS);
  looking.unref();

  return {
    put: (line, settings, { mayBePrivate, tenantId }) =>
      keeper.put(line, JSON.stringify([settings, mayBePrivate]), async () => {
        const sources = settings.signallingFrom;
        const token = await ways.keep({ line, tenantId, sources, lentTo: lentTo(line) });
        const isAllowed = mayBePrivate ? () => true : options.isAllowed;
        return new NodeTrunk({ line, settings, tenantId, token, names, isAllowed, callsOn, clock });
      }),
    take: (line, calls) => (calls === 'goOn' ? keeper.remove(line) : keeper.release(line)),
    state: (line) => keeper.get(line)?.state() ?? null,
    find: (line) => keeper.bring(line),
    async check(line) {
      await keeper.bring(line);
      await Promise.all(keeper.living().map(({ watch }) => watch.qualify(line)));
    },
    async register(line) {
      await keeper.registrarOf(line)?.watch.register(line);
    },
    async tryCall(line, call) {
      const trunk = keeper.get(line);
      if (!trunk || !exchange) return { at: 'refused', status: NO_WAY };
      return tryTrunk(exchange, { line, tenantId: trunk.tenantId, ...call });
    },
    reach: () => ({
      address: plan.nodes[0]?.mediaAddress ?? plan.edge.trunkAddress,
      ports: {
        udp: plan.edge.trunkPort,
        tcp: plan.edge.trunkPort,
        ...(plan.edge.certificate && { tls: plan.edge.trunkTlsPort }),
      },
      transports: ['udp', 'tcp', 'tls'],
      rtpPorts: soundPorts(plan.nodes),
    }),
    lent,
    lendable: () => options.lent ?? [],
    lend(newTerms) {
      terms = newTerms;
      // The edge leads calls of a line to those who have it.
      for (const { carrier } of lent()) if (keeper.get(carrier)) keeper.bring(carrier).catch(report);
    },

    wayOf(line, call) {
      if (!isSipCarrier(line) && !line.startsWith(LENT_PREFIX)) return null;
      return keeper.get(line)?.wayOf(call) ?? NO_WAY;
    },
    readIncoming: (line, variables, asked) => keeper.get(line)?.readIncoming(variables, asked) ?? null,
    joined: (made) => void (exchange = made),
    async stop() {
      clearInterval(looking);
      await keeper.stop();
    },
  };
}

function soundPorts(nodes: HousePlan['nodes']): { first: number; last: number } | null {
  if (nodes.length === 0) return null;
  const ranges = nodes.map(({ rtpPorts }) => rtpPorts);
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}
