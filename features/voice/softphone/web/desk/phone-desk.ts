import { createContext, use, useSyncExternalStore } from 'react';
import type { Phone } from '#core/phone/phone.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import type {
  MicrophonePermission,
  PhoneNotice,
  PhoneSound,
  PhoneTones,
  SoundDevices,
  Volumes,
} from '#core/phone/phone-sound.port.ts';
import type { PoorSide } from '../../core/quality-warning.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { ConnectionType } from '#shared/codes/connection-type.ts';

/**
 * The phone as every screen sees it. One tab of a person owns the phone; the others show the same and their buttons
 * are performed by the owner, so a component never asks which tab it is in.
 */
export interface PhoneDesk {
  view(): PhoneView;
  watch(watcher: () => void): () => void;
  /** A button was pressed: an event of `core/phone` that a person causes (dialPressed, answerPressed, holdPressed …). */
  press(event: PressedEvent): void;
  /** Chooses a status; in a call it is the next one. Refusals are told as warnings. */
  chooseStatus(status: AgentStatus): void;
  endWrapUp(): void;
  extendWrapUp(seconds: number): void;
  /** Ends the phone on the other device and takes it here (after 409). */
  takeOver(): void;
  /** For a phone that signs in by password. */
  givePassword(password: string): void;
  /** How the phone of this computer comes by its account; the phone starts anew. Not in a call. */
  chooseConnection(type: ConnectionType): void;
  sound: PhoneSound;
  /** Whether calls are noticed outside the page, and a notice to try it. */
  notice: PhoneNotice;
  /** Plays once, in this tab, what a person wants to hear before they choose it. */
  tryOut: PhoneTones['tryOut'];
  /** The page of the phone's settings. */
  openSettings(): void;
  /** To "enable sound before you are available"; yes must follow a click. */
  answerSound(yes: boolean): void;
}

export type PressedEvent = Extract<
  PhoneEvent,
  {
    type:
      | 'dialPressed'
      | 'answerPressed'
      | 'declinePressed'
      | 'hangUpPressed'
      | 'holdPressed'
      | 'unholdPressed'
      | 'mutePressed'
      | 'keysPressed'
      | 'monitorSwitched'
      | 'refusalRead'
      | 'reinitAsked';
  }
>;

export interface PhoneView {
  phone: Phone;
  /** As the server has it; null until it told. */
  agent: AgentNow | null;
  /** The agent socket is open: without it no call is offered, whatever the status says. */
  isLinked: boolean;
  /** My calls as the server has them, the oldest first; carries transfer, hold and monitoring. */
  calls: readonly LiveCall[];
  /** Of the call that goes on; null without one, or before there is a figure. */
  quality: {
    mos: number;
    bars: number;
    /** It has been poor for a while: what we send, or what arrives. */ poor?: PoorSide;
  } | null;
  isOwner: boolean;
  /** `isAsked`: the agent is on break until they enable sound, and is asked to. */
  sound: {
    permission: MicrophonePermission;
    devices: SoundDevices;
    volumes: Volumes;
    needsGesture: boolean;
    isAsked: boolean;
  };
  /** How many wait before the agent for a shared seat; null when nothing is waited for. */
  seatAhead: number | null;
  /** Milliseconds to add to the page's clock to get the server's. */
  clockOffsetMs: number;
}

/** The desk of this session, for what is no component; null for people without a voice seat. */
export const phoneDesk = createStore<PhoneDesk | null>(null);

/** Stands in for the desk below it; tests use it. */
export const PhoneDeskContext = createContext<PhoneDesk | null>(null);

export function usePhoneDesk(): PhoneDesk | null {
  const stored = useStore(phoneDesk);
  return use(PhoneDeskContext) ?? stored;
}

const nothing = (): (() => void) => () => {};

/** What the phone shows now; null without a voice seat. */
export function usePhoneView(): PhoneView | null {
  const desk = usePhoneDesk();
  return useSyncExternalStore(desk?.watch ?? nothing, () => desk?.view() ?? null);
}
