import { AgentStatus } from '#shared/codes/agent-status.ts';

/** Free first, then the breaks, and leaving last. */
const order: readonly AgentStatus[] = [
  AgentStatus.available,
  AgentStatus.onBreak,
  AgentStatus.meeting,
  AgentStatus.eating,
  AgentStatus.restroom,
  AgentStatus.sleeping,
  AgentStatus.otherRest,
  AgentStatus.offline,
];

/** What an agent chooses from, in the order it is offered. */
export const statusChoices = AgentStatus.rows
  .filter(({ selectable }) => selectable)
  .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
