import { shortClock } from '#core/phone/call-clock.ts';
import { headerCode, passwordWanted } from '#core/phone/phone-codes.ts';
import type { Phone } from '#core/phone/phone.ts';
import { agentStatusTone, AgentStatus } from '#shared/codes/agent-status.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import type { Tone } from '#shared/codes.ts';
import type { TextKey } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { PhoneView } from '../desk/phone-desk.ts';

/** What the pill says: a colour, a word, and since when or until when. Moments are by the page's clock. */
export interface LineState {
  tone: Tone;
  key: TextKey;
  sinceMs: number | null;
  /** A countdown instead. */
  untilMs: number | null;
}

const asState = (
  tone: Tone,
  key: TextKey,
  sinceMs: number | null = null,
  untilMs: number | null = null,
): LineState => ({
  tone,
  key,
  sinceMs,
  untilMs,
});

/** A call comes before the work after it, trouble with the phone before the status the agent chose. */
export function lineState(view: PhoneView | null): LineState {
  if (!view?.agent) return beforeServerAnswers(view?.phone ?? null);
  const { agent, phone, clockOffsetMs } = view;
  const pageMs = (wire: string) => fromWire(wire).getTime() - clockOffsetMs;
  const code = headerCode(phone);
  const ours = ofCall(phone, agent.status);
  if (ours) return ours;
  if (view.seatAhead !== null) return asState('warning', 'softphone.pill.waitingForSeat');
  // The agent's call may be at another computer: here nothing can be done about it.
  if (code === HeaderCallState.noAgentInfo) return asState('red', 'softphone.pill.noPhone');
  if (agent.call)
    return agent.call.at === 'ringing'
      ? asState('violet', 'headerCallState.ringing')
      : asState('blue', 'softphone.pill.inCall');
  if (agent.wrapUp) return asState('warning', 'softphone.pill.wrapUp', null, pageMs(agent.wrapUp.endTime));
  if (code === HeaderCallState.registrationFailed) return asState('red', 'softphone.pill.failed');
  if (passwordWanted(phone)) return asState('warning', 'softphone.pill.passwordWanted');
  if (code === null || !view.isLinked)
    return asState('grey', phone.link.wasReady ? 'softphone.pill.reconnecting' : 'softphone.pill.starting');
  if (view.sound.isAsked) return asState('red', 'softphone.pill.soundOff', pageMs(agent.since));
  return asState(
    agentStatusTone(agent.status, agent.monitoring),
    AgentStatus.row(agent.status).key as TextKey,
    pageMs(agent.since),
  );
}

function beforeServerAnswers(phone: Phone | null): LineState {
  if (phone && passwordWanted(phone)) return asState('warning', 'softphone.pill.passwordWanted');
  return phone && headerCode(phone) === HeaderCallState.noAgentInfo
    ? asState('red', 'softphone.pill.noPhone')
    : asState('grey', 'softphone.pill.starting');
}

function ofCall({ call, ...phone }: Phone, status: AgentStatus): LineState | null {
  if (!call) return null;
  switch (headerCode({ ...phone, call })) {
    // Whoever monitors is not free: 67 is red meanwhile.
    case HeaderCallState.monitoring:
      return asState(agentStatusTone(status, true), 'softphone.pill.monitoring', call.sinceMs);
    case HeaderCallState.ringing:
      return asState('violet', 'headerCallState.ringing');
    case HeaderCallState.dialing:
      return asState('violet', 'headerCallState.dialing');
    default:
      return asState('blue', call.hold.at === 'held' ? 'softphone.pill.onHold' : 'softphone.pill.inCall', call.sinceMs);
  }
}

/** The time beside the word: what passed, or what is left. */
export function lineTime({ sinceMs, untilMs }: LineState, nowMs: number): string | null {
  if (untilMs !== null) return shortClock(Math.ceil((untilMs - nowMs) / 1_000) * 1_000);
  return sinceMs === null ? null : shortClock(nowMs - sinceMs);
}

const colours: Record<Tone, string> = {
  green: '--st-free',
  red: '--st-break',
  grey: '--st-off',
  warning: '--st-wrap',
  blue: '--st-call',
  violet: '--st-ring',
};

/** The token of a state's colour, for the thread at the top of the window. */
export const threadColour = (tone: Tone): string => `var(${colours[tone]})`;
