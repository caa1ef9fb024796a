import type { SipTransport, TrunkSettings } from './trunk-settings.ts';
import type { TrunkState } from './trunk-state.ts';

/** Where carriers reach this process. */
export interface TrunkReach {
  /** The address carriers are told; null: whichever of this machine they see. */
  address: string | null;
  /** Those that are the same at every start, so that a firewall and a carrier can know them. */
  ports: Readonly<Partial<Record<SipTransport, number>>>;
  /** What can be spoken at all. */
  transports: readonly SipTransport[];
  rtpPorts: { first: number; last: number } | null;
}

/** A line of the installation's own, which it lends to tenants. */
export interface LentLine {
  /** The word calls name it by. */
  carrier: string;
  name: string;
  domain: string;
  /** Null: to all. */
  tenantIds: readonly number[] | null;
  settings: TrunkSettings;
}

/** What operators decided about a lent line, over what the settings of the installation say. */
export interface LoanTerms {
  name: string;
  /** Null: to all. */
  tenantIds: readonly number[] | null;
  /** Nobody has it, and it is not open. */
  isWithdrawn: boolean;
}

/** What became of a call that was placed to try a trunk: how far it came, or the status it was refused with. */
export type TriedCall = { at: 'answered' | 'ringing' | 'unanswered' } | { at: 'refused'; status: number };

/** A team has a number and a trunk that brings calls for it. Of several such teams the first counts. */
export interface NumberClaim {
  tenantId: number;
  /** Since when it has both. */
  sinceMs: number;
}

/** Who placed a trunk here, and whom it may reach. */
export interface TrunkTrust {
  /** Its gateways may be on this machine or its network: whoever runs the installation wrote them down. */
  mayBePrivate: boolean;
  /** Whose it is; null: the installation's own. One team's connections keep no other from having any. */
  tenantId: number | null;
  /** Whose calls for this number are, where they come in over it; asked where several trunks share a carrier. */
  claimOf?(number: string): Promise<NumberClaim | null>;
}

/** The lines to carriers that this process keeps open. */
export interface Trunks {
  /**
   * Opens a trunk under the word calls name it by. One that is open under it already is replaced: its calls go on to their end
   * over what it was, new ones go over what it is. Throws when no port could be opened.
   */
  put(carrier: string, settings: TrunkSettings, trust: TrunkTrust): Promise<void>;
  /** New calls find it no more. `calls: 'goOn'` lets those that are there go on, `end` ends them. */
  take(carrier: string, calls: 'goOn' | 'end'): Promise<void>;
  /** Null for one that is not open here. */
  state(carrier: string): TrunkState | null;
  /** Asks where its gateways are; `state` knows the addresses afterwards. */
  find(carrier: string): Promise<void>;
  /** Asks every gateway whether it lives; `state` knows the answers afterwards. */
  check(carrier: string): Promise<void>;
  /** Registers now, whatever it waits for; done when the carrier answered, or nobody did. */
  register(carrier: string): Promise<void>;
  /** Places a call that ends as soon as somebody answers. */
  tryCall(carrier: string, call: { to: string; from: string }): Promise<TriedCall>;
  reach(): TrunkReach;
  /** The lines of the installation that are lent now. */
  lent(): readonly LentLine[];
  /** All of them, as the settings describe them. */
  lendable(): readonly LentLine[];
  /** From now on lines are lent by these terms; whoever opens and closes them hears of it elsewhere. */
  lend(terms: ReadonlyMap<string, LoanTerms>): void;
}
