import { carrierCall, type Carrier, type CarrierLeg, type Metronome } from '../../carrier.ts';
import { openCarrierEnd } from '../../embedded/sound/open-carrier-end.ts';
import { joinLegs } from '../../trunk/join-legs.ts';
import { openTrunkCarrier } from '../../trunk/open-trunk-carrier.ts';
import type { TrunkCarrier } from '../../trunk/trunk-carrier.ts';
import { openTrunkEdge } from '../../trunk/open-trunk-edge.ts';
import { EdgeHeader, HouseEndpoint, nodesInTurn, shardOf } from '../config/house-names.ts';
import type { ProcessLine } from './process-line.ts';

export interface ProcessLineOptions {
  /** The word calls name it by. */
  line: string;
  /** Who is at the other end of it. */
  carrier: Carrier;
  /** The address of this process as nodes reach it. */
  address: string;
  nodes: readonly { address: string; sipPort: number }[];
  /** What nodes know processes by (`processPassword`). */
  password: string;
  /** Whose number it is; null for nobody's. */
  tenantOf(number: string): Promise<number | null>;
  metronome: Metronome;
  clock: { nowMs(): number; monotonicMs(): number };
  log: { error(fields: object, text: string): void };
}

const KEY_MS = 160;
const MOST_CALLS = 2_000;
/** Numbers pass as they are: both ends are ours. */
const AS_GIVEN = { form: 'asGiven' } as const;

/**
 * A line whose other end is in this process, such as the rehearsal: nodes call it by SIP where it listens, and it calls the node of
 * whoever has the number, with a password. What it says of tenant and line is believed for that.
 */
export async function openProcessLine(options: ProcessLineOptions): Promise<ProcessLine> {
  const { line, carrier, address, nodes, password, tenantOf, metronome, clock, log } = options;
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in a line of this process');
  const edge = await openTrunkEdge({ bindAddress: address, udpPort: 0, metronome, clock, log });
  /** One for each node that is tried first. */
  const ways = nodes.map((_, first) =>
    openTrunkCarrier(
      edge,
      {
        domain: address,
        gateways: nodesInTurn(first, nodes).map((node) => ({
          host: node.address,
          port: node.sipPort,
          transport: 'udp' as const,
        })),
        account: { user: HouseEndpoint.process, password },
        callerId: { from: 'number', vouched: 'nowhere' },
        codecs: ['PCMU'],
        calledNumber: AS_GIVEN,
        shownNumber: AS_GIVEN,
        callsAtOnce: MOST_CALLS,
        callsPerSec: MOST_CALLS,
        healthSec: null,
        largeByTcp: false,
      },
      { isOurs: true },
    ),
  );

  /** A node calls. */
  function receive(leg: CarrierLeg): void {
    const { near, far } = carrierCall(leg.to, leg.from, leg.headers, leg.networkWord, leg.sipCallId);
    joinSpoken(leg, near);
    carrier.place(far);
  }

  /** The other end calls one of our numbers. */
  async function place(leg: CarrierLeg): Promise<void> {
    let isOver = false;
    leg.listener = { ended: () => void (isOver = true) };
    const tenantId = await tenantOf(leg.to);
    if (isOver) return;
    const shard = tenantId === null ? 0 : shardOf(tenantId);
    const { near, far } = carrierCall(leg.to, leg.from, {
      ...leg.headers,
      ...(tenantId !== null && { [EdgeHeader.tenant]: String(tenantId) }),
      [EdgeHeader.shard]: String(shard),
      [EdgeHeader.line]: line,
    });
    joinSpoken(near, leg);
    wayFor(shard).place(far);
  }
  const wayFor = (shard: number): TrunkCarrier => ways[shard % ways.length]!;

  for (const way of ways) way.onCall(receive);
  // Where nodes are is known before any of them calls.
  await Promise.all(ways.map((way) => way.find()));
  carrier.onCall((leg) => {
    place(leg).catch((problem: unknown) => {
      report(problem);
      leg.refuse(500);
    });
  });
  const { udp: port } = edge.ports;

  return {
    wayOf: (name, { number, callerId, callerName }) =>
      name === line
        ? {
            endpoint: `PJSIP/${HouseEndpoint.process}/sip:${number}@${address}:${port}`,
            callerId,
            ...(callerName !== undefined && { callerName }),
          }
        : null,
    readIncoming: () => null,
    async stop() {
      await Promise.all(ways.map((way) => way.close()));
      await edge.stop();
    },
  };
}

/** Two calls that each have one end here become one: `spoken` has an end for its sound, `framed` says and hears frames. */
function joinSpoken(spoken: CarrierLeg, framed: CarrierLeg): void {
  joinLegs(spoken, framed);
  const end = openCarrierEnd(spoken);
  end.listener = { packet: ({ payload }) => framed.send(payload), key: (key) => framed.pressKey(key) };
  framed.listener.frame = (frame) => end.send(frame);
  framed.listener.key = (key) => end.sendKey(key, KEY_MS);
}
