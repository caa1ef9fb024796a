import { codes, type CodeOf } from '../codes.ts';

/** What the page says on the agent socket, by eventType (specification W7). */
export const AgentSocketEvent = codes({
  ping: { code: 7, key: 'agentSocketEvent.ping' },
  status: { code: 8, key: 'agentSocketEvent.status' },
});
export type AgentSocketEvent = CodeOf<typeof AgentSocketEvent>;
