import { codes, type CodeOf } from '../codes.ts';

/**
 * What calls an agent gets (agentType of the sip info; specification W4 rejects incoming calls for type 1).
 * 0 is ours: the agent who takes calls as well.
 */
export const AgentType = codes({
  inAndOut: { code: 0, key: 'agentType.inAndOut' },
  outboundOnly: { code: 1, key: 'agentType.outboundOnly' },
});
export type AgentType = CodeOf<typeof AgentType>;
