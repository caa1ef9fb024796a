import { codes, type CodeOf, type Tone } from '../codes.ts';

/**
 * What an agent is doing, as the header shows it and the server keeps it (specification W4).
 * Green, red and grey belong to 67, 66 and 0; every other status warns. 69, 4 and 36 are only called
 * arrangement-related there: we read them as the work after a call. The agent chooses the selectable ones.
 */
export const AgentStatus = codes({
  offline: { code: 0, key: 'agentStatus.offline', tone: 'grey', selectable: true },
  arrangementAfterCall: { code: 4, key: 'agentStatus.arrangementAfterCall', tone: 'warning', selectable: false },
  arrangementExtended: { code: 36, key: 'agentStatus.arrangementExtended', tone: 'warning', selectable: false },
  meeting: { code: 61, key: 'agentStatus.meeting', tone: 'warning', selectable: true },
  eating: { code: 62, key: 'agentStatus.eating', tone: 'warning', selectable: true },
  restroom: { code: 63, key: 'agentStatus.restroom', tone: 'warning', selectable: true },
  sleeping: { code: 64, key: 'agentStatus.sleeping', tone: 'warning', selectable: true },
  otherRest: { code: 65, key: 'agentStatus.otherRest', tone: 'warning', selectable: true },
  onBreak: { code: 66, key: 'agentStatus.onBreak', tone: 'red', selectable: true },
  available: { code: 67, key: 'agentStatus.available', tone: 'green', selectable: true },
  leavingInCall: { code: 68, key: 'agentStatus.leavingInCall', tone: 'warning', selectable: false },
  arrangement: { code: 69, key: 'agentStatus.arrangement', tone: 'warning', selectable: false },
});
export type AgentStatus = CodeOf<typeof AgentStatus>;

/** The badge of a status: whoever is monitoring is not free, so 67 turns red meanwhile. */
export function agentStatusTone(status: AgentStatus, monitoring: boolean): Tone {
  return monitoring && status === AgentStatus.available ? 'red' : AgentStatus.row(status).tone;
}
