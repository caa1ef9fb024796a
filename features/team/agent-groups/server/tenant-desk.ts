import type { OfferOutcome } from '#core/agent-status/live-agent.ts';
import type { World } from '#platform/server/world.ts';
import type { NewQueueEntry } from './queue-desk.ts';
import type { TenantGroups } from './tenant-groups.ts';
import type { TenantLine } from './tenant-line.ts';

export type TenantDeskWorld = Pick<World, 'db' | 'clock' | 'log' | 'exchange'>;

/** The line of one tenant with everything around it: its groups and agents, the store, the board and whoever rings. */
export interface TenantDesk extends Pick<TenantGroups, 'refresh' | 'groups' | 'serving'> {
  line: TenantLine;
  numberOf(callId: string): string;
  agentChanged(userId: number): void;
  enqueue(entry: NewQueueEntry): Promise<{ position: number }>;
  leave(callId: string, why: string): Promise<boolean>;
  offerEnded(callId: string, userId: number, outcome: OfferOutcome): Promise<void>;
  stop(): Promise<void>;
}
