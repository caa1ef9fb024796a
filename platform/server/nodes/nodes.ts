/** A process of the product on this database, as all of them see it. */
export interface InstallationNode extends NodeFigures {
  /** Of one start: the next one of the same name is another. */
  id: string;
  name: string;
  host: string;
  pid: number;
  version: string;
  /** What exactly it runs (`build-id.ts`); empty where it could not tell. */
  build: string;
  address: string | null;
  startedMs: number;
  heardMs: number;
  /** It has been silent for a while and did not say goodbye. */
  isGone: boolean;
  wanted: NodeWish;
  state: NodeState;
  drainSinceMs: number | null;
  drainUntilMs: number | null;
}

export const nodeStates = ['working', 'draining', 'drained'] as const;
/** `drained`: no call goes on, and what it was home of is elsewhere. */
export type NodeState = (typeof nodeStates)[number];
export type NodeWish = 'work' | 'drain';

/** What a process holds at this moment. */
export interface NodeFigures {
  /** Tenants whose desk lives in it. */
  homes: number;
  calls: number;
  sockets: number;
  jobs: number;
  /** Of its machine, for each core. */
  load: number;
  /** Bytes. */
  memory: number;
}

/**
 * The processes on this database. Each writes down how it is every few seconds, and reads there what operators want of it. Who is late is
 * told by the database's clock alone.
 */
export interface Nodes {
  readonly id: string;
  /** Another process works, and would take over what is given up here; as of the last sign of life. */
  hasOthers(): boolean;
  /** That changed: the last of the others is gone, or the first has come. */
  onOthers(listener: () => void): () => void;
  all(): Promise<InstallationNode[]>;
  /** Asks a process to drain, or to work again; false where there is none such that lives. */
  ask(nodeId: string, wish: NodeWish): Promise<boolean>;
  /** Some process said how it is. */
  onNews(listener: () => void): () => void;
  start(address: string | null): Promise<void>;
  /** Writes down how it is now, and reads what is wanted. */
  beat(): Promise<void>;
  /** Says goodbye. */
  stop(): Promise<void>;
}

/** Said, within the database, whenever a process has news; the payload is its id. */
export const NODES_CHANNEL = 'node_said';
