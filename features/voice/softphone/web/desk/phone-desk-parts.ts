import type { PhoneLine } from '#core/phone/phone-line.port.ts';
import type { PhoneNotice, PhoneSound, PhoneTones, SoundKind, Volumes } from '#core/phone/phone-sound.port.ts';
import type { After } from '#core/timers.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { ConnectionType } from '#shared/codes/connection-type.ts';
import type { DeskShow } from './desk-show.ts';
import type { PhoneView, PressedEvent } from './phone-desk.ts';

/** What the desk is made of. The program hands in the browser's own; tests hand in theirs. */
export interface PhoneDeskParts {
  /** A line of its own for every time this tab gets the phone. */
  openLine(): PhoneLine;
  sound: PhoneSound;
  tones: PhoneTones;
  notice: PhoneNotice;
  openTabs(user: DeskTabsUser): DeskTabs;
  clock: DeskClock;
  /** Names this browser; the phone belongs to it. */
  deviceId: string;
  /** Whose phone it is: the e-mail address. */
  agentName: string;
  go(address: string): void;
  /** Is there such a page in the product? */
  hasPage(path: string): boolean;
  /** For whoever looks for a fault; never a number, a name or a key. */
  log(what: string): void;
  /** The seat, where the team shares them; absent: everybody has one of their own. */
  seat?: VoiceSeatWait;
  /** Who has this number; a refusal that ends the session ends the call too. Absent: nobody knows. */
  nameOf?(who: {
    countryCode: string;
    number: string;
    pageSize: number;
    callId: string | null;
  }): Promise<string | null>;
}

/** The line for a shared voice seat. */
export interface VoiceSeatWait {
  /** Asks for a seat; true when it is granted at once. */
  want(): Promise<boolean>;
  /** How many are ahead; null when nothing is waited for. */
  ahead(): number | null;
  /** Waits no longer. */
  giveUp(): void;
  /** Tells when that changes. */
  watch(changed: () => void): () => void;
  /** Tells when a seat is granted that was waited for. */
  onGiven(given: () => void): () => void;
}

export interface DeskClock {
  nowMs(): number;
  later: After;
}

/** What a person wants of the phone, in whichever tab; plain data. */
export type DeskCommand =
  | { type: 'press'; event: PressedEvent }
  | { type: 'chooseStatus'; status: AgentStatus }
  | { type: 'chooseNext'; status: AgentStatus }
  | { type: 'endWrapUp' }
  | { type: 'extendWrapUp'; seconds: number }
  | { type: 'takeOver' }
  | { type: 'givePassword'; password: string }
  | { type: 'chooseConnection'; connectionType: ConnectionType }
  | { type: 'answerSound'; yes: boolean }
  | { type: 'chooseDevice'; kind: SoundKind; deviceId: string | null }
  | { type: 'setVolume'; which: keyof Volumes; volume: number }
  | { type: 'signOut' };

/** The phone as the tab that carries it shows it to the others. */
export interface DeskMirror extends Omit<PhoneView, 'isOwner'> {
  /** What was to be shown while the carrying tab was hidden, numbered; the oldest first. */
  told: readonly { id: number; show: DeskShow }[];
  /** The agent signed out of the phone. */
  left: boolean;
}

/** Several tabs, one phone (`core/phone/tabs-machine.ts`). */
export interface DeskTabs {
  current(): { at: 'waiting' | 'asking' | 'owner' | 'left'; phone: DeskMirror | null };
  watch(watcher: () => void): () => void;
  show(mirror: DeskMirror): void;
  command(command: DeskCommand): void;
  close(): void;
}

export interface DeskTabsUser {
  carry(): void;
  drop(): void;
  perform(command: DeskCommand): void;
  isInCall(mirror: DeskMirror): boolean;
}
