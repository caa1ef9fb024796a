import type { HousePlan, HouseWish, NodePlan } from './house-plan.ts';

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
  /** What is recorded under `recording/NAME` is fetched as `GET /recordings/stored/NAME/file`. */
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

/** What this machine lacks for a house, in words somebody can act on; null: nothing. */
export declare function houseLacks(): string | null;

/** Starts Kamailio and its nodes; resolves when ARI answers at each of them. */
export declare function startAsteriskHouse(options: HouseOptions): Promise<AsteriskHouse>;
