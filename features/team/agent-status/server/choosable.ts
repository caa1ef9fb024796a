import { AgentStatus } from '#shared/codes/agent-status.ts';

/** What an agent may say of themselves: a status of the list, or that they leave during a call. */
export const isChoosable = (status: AgentStatus): boolean =>
  AgentStatus.row(status).selectable || status === AgentStatus.leavingInCall;
