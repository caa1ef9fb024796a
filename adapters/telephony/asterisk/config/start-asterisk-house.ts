import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAsterisk, findKamailio } from './find-program.ts';
import type { HousePart } from './house-part.ts';
import { planHouse, type HousePlan, type HouseWish, type NodePlan } from './house-plan.ts';
import { nodePlace } from './node-place.ts';
import { openHouseParts, rpcUrl } from './open-house-parts.ts';
import { writeHouse, type HousePrograms } from './write-house.ts';

export interface HouseOptions extends HouseWish {
  /** Where everything is written; a temporary folder that goes away with the house unless given. */
  dir?: string;
}

/** How to command one node. */
export interface HouseNode {
  name: string;
  plan: NodePlan;
  /** `http://address:port/ari`, user `ARI_USER`. */
  ari: { url: string; user: string; secret: string };
  /** User `AMI_USER`; it may call MixMonitor and StopMixMonitor. */
  ami: { host: string; port: number; user: string; secret: string };
  /** What is recorded here as NAME is fetched as `GET /recordings/stored/NAME/file`. */
  recordingsFolder: string;
  isUp(): boolean;
  start(): Promise<void>;
  /** In order; calls end. */
  stop(): Promise<void>;
  /** As by a power cut. */
  kill(): Promise<void>;
}

/** Kamailio and its nodes, running. */
export interface AsteriskHouse {
  dir: string;
  plan: HousePlan;
  domain: string;
  /** What a phone opens: `ws://address:port`, subprotocol `sip`. */
  phonesUrl: string;
  nodes: readonly HouseNode[];
  edge: {
    /** `POST` JSON-RPC: `ws.close CONNECTION_ID`, `dispatcher.list`, `core.version`, `ul.dump`. */
    rpcUrl: string;
    /** Where carriers send calls to, and get them from. */
    line: { address: string; port: number };
    isUp(): boolean;
    start(): Promise<void>;
    stop(): Promise<void>;
  };
  /** Ends everything, and removes the folder where it was its own. */
  stop(): Promise<void>;
}

/** Null where this machine lacks one of them. */
export function findHousePrograms(tree?: string): HousePrograms | null {
  const [kamailio, asterisk] = [findKamailio(tree), findAsterisk(tree)];
  return kamailio && asterisk ? { kamailio, asterisk } : null;
}

/** What this machine lacks for a house, in words somebody can act on; null: nothing. */
export function houseLacks(): string | null {
  const lacks = [
    findKamailio() ? '' : 'Kamailio (apt-get install kamailio and its modules for websocket, tls, postgres)',
    findAsterisk() ? '' : 'Asterisk 22 (installed, or unpacked into a folder that ASTERISK_TREE names)',
  ].filter(Boolean);
  return lacks.length > 0 ? `It needs ${lacks.join(' and ')}.` : null;
}

/** Starts Kamailio and its nodes; resolves when ARI answers at each of them. */
export async function startAsteriskHouse({ dir, ...wish }: HouseOptions): Promise<AsteriskHouse> {
  const programs = findHousePrograms();
  if (!programs) throw new Error(houseLacks()!);
  const folder = dir ?? mkdtempSync(join(tmpdir(), 'openseat-house-'));
  const plan = planHouse(wish);
  writeHouse(plan, folder, programs);
  const parts = openHouseParts(plan, folder, programs);
  async function stop(): Promise<void> {
    await Promise.all([parts.edge, ...parts.nodes].map((part) => part.stop()));
    if (dir === undefined) rmSync(folder, { recursive: true, force: true });
  }
  try {
    await Promise.all(parts.nodes.map((part) => part.start()));
    await parts.edge.start();
  } catch (problem) {
    await stop();
    throw problem;
  }
  const { edge } = plan;
  return {
    dir: folder,
    plan,
    domain: plan.domain,
    phonesUrl: `ws://${edge.publicAddress}:${edge.wsPort}`,
    nodes: plan.nodes.map((node, i) => houseNode(plan, node, folder, parts.nodes[i]!)),
    edge: {
      rpcUrl: rpcUrl(plan),
      line: { address: edge.address, port: edge.linePort },
      isUp: () => parts.edge.pid() !== null,
      start: async () => void (await parts.edge.start()),
      stop: () => parts.edge.stop(),
    },
    stop,
  };
}

const houseNode = (plan: HousePlan, node: NodePlan, dir: string, part: HousePart): HouseNode => ({
  ...nodePlace(plan, node, dir),
  plan: node,
  isUp: () => part.pid() !== null,
  start: async () => void (await part.start()),
  stop: () => part.stop(),
  kill: () => part.kill(),
});
