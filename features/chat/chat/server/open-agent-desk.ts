import { agentAssignment } from './agent-assignment.ts';
import type { AgentDesk } from './agent-desk.ts';
import { agentMessages } from './agent-messages.ts';
import { agentVerdicts } from './agent-verdicts.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';

export const openAgentDesk = (parts: ChatDeskParts): AgentDesk => ({
  ...agentMessages(parts),
  ...agentAssignment(parts),
  ...agentVerdicts(parts),
});
