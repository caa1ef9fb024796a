import type { LiveQueueDesk } from '#features/team/agent-groups/server/index.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { CallDesk } from '#features/voice/calls/server/index.ts';
import type {
  MonitorAgent,
  MonitorBoardMessage,
  MonitorCall,
  MonitorChangesMessage,
  MonitorGroup,
  WallSettings,
} from '../contract.ts';

/** The living things supervisors look at. */
export interface Watched {
  board: AgentBoard;
  queues: Pick<LiveQueueDesk, 'of'>;
  desk: Pick<CallDesk, 'ofTenant' | 'onChange'>;
}

/** Somebody who looks. `needsMasking` is asked again and again: roles change while a wall hangs. */
export interface Watcher {
  tenantId: number;
  zone: string;
  needsMasking(): boolean;
  /** The same message goes to everybody who may see the same. */
  send(message: MonitorBoardMessage | MonitorChangesMessage): void;
}

export interface BoardReader {
  tenantId: number;
  zone: string;
  needsMasking: boolean;
}

export interface Rows {
  /** The same list while nothing of any agent changes. */
  agents: MonitorAgent[];
  groups: MonitorGroup[];
  calls: MonitorCall[];
  wall: WallSettings;
}

/**
 * Agents, groups and calls for those who look. What lives in memory is told as it changes; what only the database knows is
 * read every two seconds, once per tenant, while somebody looks. What was told plus the changes is always what a fresh reader gets.
 */
export interface MonitorBoard {
  /** How everything stands. */
  read(reader: BoardReader): Promise<Rows>;
  /** Everything at once, then what changes: at most four times a second. The answer ends it. */
  watch(watcher: Watcher): Promise<() => void>;
  /** Something stored was changed: it is read anew soon. */
  touch(tenantId: number): void;
  start(): void;
  stop(): void;
}
