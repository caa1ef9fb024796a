import type { AgentBelief } from '#core/phone/phone.ts';
import type { StatusPage, StatusPageEvent } from '#core/phone/status-page.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { AgentLink } from './agent-link.ts';
import type { PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';

export interface StatusWorld extends Pick<PhoneDeskParts, 'clock' | 'deviceId' | 'sound'> {
  sipNumber(): string | null;
  link(): AgentLink | null;
  clockOffsetMs(): number;
  /** The server's word about the agent, for the view. */
  learned(agent: AgentNow): void;
  sendToPhone(agent: AgentBelief): void;
  /** The phone is put away: the last step of signing out. */
  putAway(): void;
  /** The server refused for want of a shared seat: `again` when there is one. */
  needSeat(again: () => void): void;
  show(show: DeskShow): void;
}

/** What the page does about the agent's status, performed. */
export interface StatusDesk {
  send(event: StatusPageEvent): void;
  current(): StatusPage;
  watch(watcher: () => void): () => void;
  receiveAgent(agent: AgentNow): void;
  extendWrapUp(seconds: number): void;
  /** Whether the browser lets the page sound is known when it is done. */
  tryToSound(): Promise<boolean>;
  /** What the agent said to "enable sound". */
  answerSound(yes: boolean): Promise<void>;
  /** 68, wrap-up, logout-web, cleared; resolves at the end of it. */
  signOut(): Promise<void>;
  /** Nothing comes any more that was only waited for. */
  clearTimers(): void;
}
