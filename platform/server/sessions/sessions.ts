import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Identity, Origin } from '../http/caller.ts';
import type { ForeignCaller } from './allowed-networks.ts';
import type { TokenGuard } from './token-guard.ts';

/** What an installation decides about sign-ins. */
export interface SessionRules {
  /** The demo is shown: its people may come in, whose passwords everybody knows. */
  demo?: boolean;
  /** A sign-in ends after so many days however much it is used; a tenant may say fewer. */
  longestDays?: number;
  /** So many sign-ins of a person at once; the one unused for longest ends for another. */
  mostPerPerson?: number;
}

/**
 * Sign-ins. Rules:
 * 1. A token is random and opaque; the database keeps its hash only.
 * 2. Use slides the expiry, written down at most once a minute; not beyond the longest time a sign-in may last.
 * 3. An end is heard by every process at once, and by this one before the call is answered: cached identities go, open sockets close.
 * 4. A sign-in is a proof of who somebody is, and grows old: calls that say `freshProof` want one of ten minutes at most.
 * 5. An identity is cached for a minute at most, so that even a lost notification heals.
 */
export interface Sessions {
  /** Throws `demoClosed` for a tenant of the demo while it is not shown, `tenantDisabled` for one that is suspended or closed, `ForeignNetwork` for whoever comes from outside the tenant's networks. */
  open(
    tx: Tx,
    /**
     * `provenMs`: when the person showed who they are, where that was not now. `showsFactor`: by a second factor as
     * well, then or at `factorMs`. `helpId`: an operator who helps with the tenant's consent, from wherever they are.
     */
    who: {
      userId: number;
      tenantId: number;
      systemId?: number;
      provenMs?: number;
      showsFactor?: boolean;
      factorMs?: number;
      helpId?: number;
    },
    origin: Origin,
    deviceId?: string,
  ): Promise<{ token: string; sessionId: number }>;
  /** Null when the session ended, expired, or its member may no longer come in. Throws as `open` does; `ForeignNetwork` when it is told the address. */
  identify(token: string, options?: { renew?: boolean; address?: string }): Promise<Identity | null>;
  /** As `identify`, at once, while what was read lately holds and nothing is due to be written; else undefined, and `identify` knows. */
  known(token: string, options?: { renew?: boolean; address?: string }): Identity | undefined;
  /** Ends sessions inside a transaction; heard when it commits. */
  end(
    tx: Tx,
    which: { sessionId: number } | { userId: number; except?: number } | { tenantId: number } | { helpId: number },
  ): Promise<number>;
  /** Whoever sits at this session showed once more who they are; `showsFactor`: by a second factor. */
  prove(tx: Tx, who: { sessionId: number; userId: number; showsFactor?: boolean }): Promise<void>;
  /** Something about the user changed (role, name, language): read it anew. */
  changed(tx: Tx, which: { userId: number } | { tenantId: number }): Promise<void>;
  /** A pass for a socket or a download: one use, 30 s. */
  issueTicket(sessionId: number, purpose: string): Promise<string>;
  redeemTicket(ticket: string, purpose: string): Promise<Identity | null>;
  /** Whose tenant a ticket is of, without using it; null where it is no good. */
  ticketTenant(ticket: string, purpose: string): Promise<number | null>;
  /** A pass for one address that an element of the page fetches itself, perhaps in parts: many uses, until it expires or the session ends. */
  issuePass(sessionId: number, path: string, forSec: number): Promise<string>;
  honourPass(pass: string, path: string): Promise<Identity | null>;
  /** The identity of a session that is already known to be good; null once it is not. */
  identityOf(sessionId: number): Promise<Identity | null>;
  onEnded(listener: (sessionId: number) => void): () => void;
  /** Somebody's identity changed; `{}` means anybody's may have, after the line to the database was cut. */
  onChanged(listener: (which: { userId?: number; tenantId?: number }) => void): () => void;
  /** SQL: when a session `s` ends however much it is used. */
  readonly endOf: RawBuilder<string>;
  /** What holds for sign-ins to this tenant. */
  rulesOf(tenantId: number): Promise<{ longestDays: number; mostPerPerson: number }>;
  /** Before every question about something that a stranger showed; `identify` asks it itself when it is told the address. */
  guard: TokenGuard;
  /** Writes down in the tenant's log, seldom, that somebody was refused for where they came from. */
  noteForeign(who: ForeignCaller): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** What calls that say `freshProof` call fresh (rule 4). */
export const FRESH_PROOF_MS = 10 * 60_000;
export const SESSION_IDLE_MS = 24 * 3_600_000;
/** Where an installation says nothing. */
export const SESSION_LONGEST_DAYS = 30;
export const SESSIONS_PER_PERSON = 30;
/** The setting by which a tenant says fewer days. */
export const SESSION_DAYS_SETTING = 'SessionDays';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
