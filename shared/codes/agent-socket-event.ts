import { codes, type CodeOf } from '../codes.ts';

/** What page and server say on the agent socket, by eventType (specification W7; 9 is ours: too much was missed, load anew). */
export const AgentSocketEvent = codes({
  ping: { code: 7, key: 'agentSocketEvent.ping' },
  status: { code: 8, key: 'agentSocketEvent.status' },
  reload: { code: 9, key: 'agentSocketEvent.reload' },
});
export type AgentSocketEvent = CodeOf<typeof AgentSocketEvent>;
