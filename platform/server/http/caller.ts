import type { ApiScope } from '#shared/api-scopes.ts';
import type { OnBehalf } from '../db/db.ts';
import type { Language } from '#shared/languages.ts';
import type { AllowedNetworks } from '../sessions/allowed-networks.ts';
import type { Operation } from './operation.ts';

/** Where a request came from. Never logged beside what it carried. */
export interface Origin {
  requestId: string;
  address: string;
  userAgent: string;
  /** This server as the caller named it: `https://host:port`. */
  site?: string;
  /** The address of this machine that the call came to. */
  arrivedAt?: string;
}

/** Whoever asks without being signed in. */
export interface Visitor {
  origin: Origin;
  /** What the browser asked for. */
  language: Language;
  /** What HTTP Basic authorization says, not yet proven; null without it. */
  credentials?: { name: string; password: string } | null;
  /** Asked on this machine itself, past no proxy. */
  isAtThisMachine?: boolean;
  /** The token of a session, not yet looked up; null without one. */
  token?: string | null;
}

/** What a session says about its user. Read once and kept until something about it changes. */
export interface Identity {
  sessionId: number;
  tenantId: number;
  userId: number;
  /** The name people in the tenant see. */
  name: string;
  isOwner: boolean;
  functions: ReadonlySet<string>;
  /** The role asks for masked numbers and names. */
  needsMasking: boolean;
  language: Language;
  /** IANA name, null until chosen. */
  timeZone: string | null;
  systemId: number;
  textSeat: boolean;
  voiceSeat: boolean;
  /** From where the person may come; without it from anywhere. */
  networks?: AllowedNetworks;
  /** When somebody at this session last showed who they are: by signing in, or when asked again. */
  provenMs: number;
  /** Runs the installation: above all tenants, whichever they are in. Never by a company's word, nor while helping inside a tenant. */
  isOperator?: boolean;
  /** Whether the second factor was shown at this session; `none`: the person has none. */
  factor?: 'shown' | 'unshown' | 'none';
  /** When it was shown here last; without it never. */
  factorMs?: number;
  /** Set for an operator who helps inside a tenant with its consent: no member of it, and with the rights it chose. */
  helpId?: number;
  /** Set when a key of the tenant asks and no person: `userId` and `sessionId` are then 0, which nobody has. */
  key?: { id: number; scopes: ReadonlySet<ApiScope> };
  /** Set for somebody outside the tenant at a socket for guests: gets what is addressed to them, nothing that is for everybody. */
  guest?: true;
}

/** Somebody who is no member, as their capability knows them. */
export interface Guest {
  tenantId: number;
  /** Unique among the guests of all tenants. */
  guestId: number;
  language: Language;
}

/** Under which number events are addressed to a guest; members have positive ones. */
export const guestUserId = (guestId: number): number => -guestId;

export const guestIdentity = ({ tenantId, guestId, language }: Guest): Identity => ({
  sessionId: 0,
  tenantId,
  userId: guestUserId(guestId),
  name: '',
  isOwner: false,
  functions: new Set(),
  needsMasking: true,
  language,
  timeZone: null,
  systemId: 0,
  textSeat: false,
  voiceSeat: false,
  provenMs: 0,
  guest: true,
});

/** Who is asking. A handler gets its tenant here and nowhere else. */
export interface Caller extends Identity, Visitor, OnBehalf {
  language: Language;
  operation: Operation;
}

/** The owner of a tenant may do everything in it, and nothing of the installation's by that. */
export const mayUse = (caller: Pick<Identity, 'isOwner' | 'functions'>, access: string): boolean =>
  access !== 'operator' && (caller.isOwner || caller.functions.has(access));

/** Who writes something down: null when a key of the tenant or a helper from outside does, whose name is `caller.name`. */
export const personOf = ({ userId, key, helpId }: Pick<Identity, 'userId' | 'key' | 'helpId'>): number | null =>
  key || helpId !== undefined ? null : userId;
