import type { Driven } from '#core/machine.ts';
import type { Phone } from '#core/phone/phone.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import type { PhoneLine } from '#core/phone/phone-line.port.ts';
import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';
import type { Timers } from '#core/timers.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentLink } from './agent-link.ts';
import type { DeskCommand, DeskMirror, PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import type { StatusDesk } from './status-desk.ts';

/** What the engine does by itself; signing out is the desk's, as it concerns every tab. */
export type EngineCommand = Exclude<DeskCommand, { type: 'signOut' }>;
/** What the engine shows of itself; the desk adds what concerns the other tabs. */
export type EngineMirror = Omit<DeskMirror, 'told' | 'left'>;

/** The phone in the tab that carries it. */
export interface DeskEngine {
  mirror(): EngineMirror;
  perform(command: EngineCommand): void;
  signOut(): Promise<void>;
  stop(): void;
}

/** What was learnt beside what the two machines know. */
export interface EngineKnowledge {
  /** The agent socket of the account in use. */
  link: AgentLink | null;
  sipNumber: string | null;
  agent: AgentNow | null;
  calls: readonly LiveCall[];
  quality: DeskMirror['quality'];
  permission: MicrophonePermission;
  clockOffsetMs: number;
  /** Of a phone that signs in by password: kept nowhere but here. */
  password: string | null;
  /** When the agent chose what the server has not confirmed. */
  chosen: { status: AgentStatus; since: string } | null;
}

/** The engine at work, for what it does and hears: its parts, its machines, and what it knows. */
export interface EngineWorld {
  readonly parts: PhoneDeskParts;
  readonly line: PhoneLine;
  readonly phone: Omit<Driven<Phone, PhoneEvent>, 'send'>;
  readonly status: StatusDesk;
  readonly known: EngineKnowledge;
  send(event: PhoneEvent): void;
  show(show: DeskShow): void;
  /** Timers end with the engine. */
  later: Timers['later'];
  /** Told of everything the mirror shows. */
  changed(): void;
  isStopped(): boolean;
}
