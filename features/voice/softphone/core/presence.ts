import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Presence } from '#shared/codes/presence.ts';

/**
 * [PHONE-18] An agent's status as the phone's two options (specification P3): 67 is free, every break and all work after calls is
 * busy (W4 names 67 "free" and 66 "busy"). Whoever is offline is neither.
 */
export function presenceOf(status: AgentStatus): Presence | null {
  if (status === AgentStatus.offline) return null;
  return status === AgentStatus.available ? Presence.free : Presence.busy;
}

/** The status that is chosen by an option. */
export const statusOfPresence = (presence: Presence): AgentStatus =>
  presence === Presence.free ? AgentStatus.available : AgentStatus.onBreak;
