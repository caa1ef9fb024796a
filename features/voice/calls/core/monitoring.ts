import { MonitorAction } from '#shared/codes/monitor-action.ts';
import type { MonitorMode } from '#core/telephony/telephony.port.ts';
import type { Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import {
  act,
  changeParty,
  letAgentGo,
  nameOf,
  note,
  partyOf,
  release,
  ringAgent,
  sendAway,
  userOf,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { listenIn, takeOver } from './talk.ts';

const ANSWERS_BY_ITSELF_MS = 15_000;

const supervisorOf = (turn: CallTurn, userId: number): Party | undefined =>
  turn.call.parties.find(({ role, who }) => role === 'supervisor' && who.kind === 'agent' && who.userId === userId);

/** A supervisor's phone is rung with the header that makes it answer by itself. */
export function monitor(
  turn: CallTurn,
  { userId, sipNum, name, mode, takesOver = false }: Extract<CallEvent, { type: 'monitorAsked' }>,
): void {
  if (turn.call.at !== 'talking' || !partyOf(turn.call, 'agent') || supervisorOf(turn, userId)) return;
  const leg = ringAgent(turn, 'supervisor', { kind: 'agent', userId, sipNum, name }, 'eavesdrop', ANSWERS_BY_ITSELF_MS);
  changeParty(turn, leg, { mode, shownAs: 'monitoring', ...(takesOver ? { takesOver } : {}) });
  act(turn, { type: 'sendToBoard', userId, news: 'monitoring' });
}

export function supervisorAnswered(turn: CallTurn, supervisor: Party): void {
  if (!partyOf(turn.call, 'agent')) return sendAway(turn, supervisor);
  if (supervisor.takesOver) return succeed(turn, supervisor);
  if (supervisor.mode) setMode(turn, supervisor, supervisor.mode);
}

function setMode(turn: CallTurn, supervisor: Party, mode: MonitorMode): void {
  changeParty(turn, supervisor.leg, { mode });
  listenIn(turn, { ...supervisor, mode });
  if (supervisor.who.kind === 'agent') note(turn, { type: 'monitored', userId: supervisor.who.userId, mode });
}

export function monitorMode(turn: CallTurn, userId: number, mode: MonitorMode): void {
  const supervisor = supervisorOf(turn, userId);
  if (!supervisor || supervisor.mode === mode) return;
  if (supervisor.at === 'up') setMode(turn, supervisor, mode);
  else changeParty(turn, supervisor.leg, { mode });
}

export function monitorStop(turn: CallTurn, userId: number): void {
  const supervisor = supervisorOf(turn, userId);
  if (supervisor) sendAway(turn, supervisor);
}

/** The supervisor gets the agent's place: at once, or when their phone answers. */
export function takeOverAsked(turn: CallTurn, userId: number): void {
  const supervisor = supervisorOf(turn, userId);
  if (!supervisor || turn.call.at !== 'talking') return;
  if (supervisor.at === 'up') succeed(turn, supervisor);
  else if (!supervisor.takesOver) changeParty(turn, supervisor.leg, { takesOver: true });
}

/** Whom the agent consulted goes too: the supervisor was not part of that. */
function succeed(turn: CallTurn, supervisor: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.at !== 'talking' || !agent) return sendAway(turn, supervisor);
  const third = partyOf(turn.call, 'third');
  if (third) sendAway(turn, third);
  const [before, userId] = [userOf(agent), userOf(supervisor)];
  note(turn, { type: 'transferred', kind: 'attended', to: nameOf(supervisor), userId });
  if (before !== null) act(turn, { type: 'warn', userId: before, what: 'takenOver' });
  letAgentGo(turn);
  changeParty(turn, supervisor.leg, { mode: null, takesOver: false });
  takeOver(turn, supervisor);
  // After they are shown in the call: at no moment are they free.
  if (userId !== null) act(turn, { type: 'sendToBoard', userId, news: 'monitoringEnded' });
}

/** The keypad tones of the specification: 0 listens, 2 whispers. */
export function keyOfSupervisor(turn: CallTurn, supervisor: Party, key: string): void {
  const action = MonitorAction.rows.find(({ dtmf }) => dtmf === key);
  if (action && supervisor.mode !== action.code && supervisor.at === 'up') setMode(turn, supervisor, action.code);
}

export const supervisorGone = (turn: CallTurn, supervisor: Party): void => release(turn, supervisor);
