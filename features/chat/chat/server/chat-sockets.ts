import type { ServedChannel } from '#platform/server/realtime/channels.ts';

/**
 * The agents' chat sockets. Rules:
 * 1. Events of the tenant are told in the specification's shapes, each to those it concerns.
 * 2. Conversations themselves are read when they changed, once for all pages of this process, and each page gets what its person
 *    may see: pushes carry no numbers, addresses or names of customers.
 * 3. Every page has a row that says when its line was last good, and when its process last said so: how other processes know
 *    that an agent is there, and which rows a dead process left behind.
 * 4. [SHELL-31] The socket is for people with a text seat. Who supervises reads along without one, and counts as nobody's page.
 */
export interface ChatSockets {
  served: ServedChannel;
  /** Says of all pages of this process that they are there; what nobody speaks for any more is forgotten. */
  refresh(): Promise<void>;
  typing(typing: { tenantId: number; agentId: number; conversationId: number }): void;
  stop(): void;
}
