import type { World } from '#platform/server/world.ts';
import type { AgentDesk } from './agent-desk.ts';
import type { ChatSockets } from './chat-sockets.ts';
import type { ChatQueue } from './chat-queue.ts';
import type { Upkeep } from './upkeep.ts';
import type { VisitorDesk } from './visitor-desk.ts';

export type ChatDeskWorld = Pick<World, 'db' | 'clock' | 'files' | 'uploadLimits' | 'virusScan' | 'log'>;

/** Everything that changes conversations, in one process. */
export interface ChatDesk extends VisitorDesk {
  agents: AgentDesk;
  line: ChatQueue;
  upkeep: Upkeep;
  sockets: ChatSockets;
  /** One second passed. */
  tick(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
