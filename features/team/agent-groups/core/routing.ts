import type { OfferOutcome } from '#core/agent-status/live-agent.ts';

/** What a caller needs of whoever answers. */
export interface Requirement {
  skill: string;
  /** 1 to 10. */
  level: number;
  /** Otherwise preferred: it decides who is rung first, not who may be rung. */
  required: boolean;
  /** A required skill becomes a preferred one after this wait, a preferred one is forgotten; null: never. */
  relaxAfterSec: number | null;
}

export type Overflow =
  | { kind: 'group'; groupId: number }
  | { kind: 'voicemail' }
  | { kind: 'callback' }
  | { kind: 'hangUp' };

/** A group as far as the line cares. Limits of null are none. */
export interface Group {
  id: number;
  enabled: boolean;
  priority: number;
  maxWaitSec: number | null;
  maxWaiting: number | null;
  overflow: Overflow;
  /** Nobody of the group is signed in: overflow at once. */
  overflowWhenNobody: boolean;
  announcePosition: boolean;
  requirements: readonly Requirement[];
}

/** Somebody who answers. */
export interface Agent {
  userId: number;
  /** Nothing outside the line speaks against ringing them now. */
  routable: boolean;
  signedIn: boolean;
  idleSinceMs: number;
  groups: readonly number[];
  skills: Readonly<Record<string, number>>;
  /** How many they take at a time: one call, or several chats. */
  capacity: number;
  /** How many they have already, beside the offers of this line. A voice agent in a call is not routable, so 0 will do. */
  busy: number;
}

export type EntryKind = 'call' | 'callback';

export interface NewEntry {
  callId: string;
  groupId: number;
  kind: EntryKind;
  priority: number;
  queuedAtMs: number;
  requirements: readonly Requirement[];
  /** Groups it has been in line for before this one. */
  visited?: readonly number[];
  /** It stands in line already, at another process until now: since when for this group, and who is being rung for it. */
  stood?: { enteredMs: number; offeredTo: number | null };
}

export type RoutingEvent = { nowMs: number } &
  /** A new group, or other settings of a known one. */
  (
    | { type: 'groupChanged'; group: Group }
    | { type: 'groupRemoved'; groupId: number }
    | { type: 'agentChanged'; agent: Agent }
    | { type: 'callQueued'; entry: NewEntry }
    | { type: 'callLeft'; callId: string; why: string }
    /** The caller hung up with a promise: the place in line stays. */
    | { type: 'becameCallback'; callId: string }
    | { type: 'offerEnded'; callId: string; userId: number; outcome: OfferOutcome }
    /** No more offers; what is in line stays in line. */
    | { type: 'stopping' }
    | { type: 'tick' }
  );

export type RoutingEffect =
  | { type: 'offer'; callId: string; userId: number; groupId: number }
  | { type: 'withdraw'; callId: string; userId: number }
  | { type: 'announce'; callId: string; position: number; waitedMs: number }
  | { type: 'overflow'; callId: string; to: Overflow }
  /** The entry is new or changed: write it down before acting on any other effect. */
  | { type: 'keep'; callId: string }
  /** The entry is in line no more. */
  | { type: 'drop'; callId: string; why: string }
  /** Send `tick` then; replaces what was asked before. */
  | { type: 'wakeAt'; atMs: number | null };
