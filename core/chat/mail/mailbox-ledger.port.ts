/** Which mailbox: that of a channel. */
export interface MailboxRef {
  tenantId: number;
  channelId: number;
}

/** How far a mailbox was read. */
export interface MailboxPlace {
  /** The server's word for this numbering of its mails: another one, and numbers mean nothing any more. */
  uidValidity: string;
  /** Every mail up to here was looked at. */
  uid: number;
  /** Mails that arrived before were looked at under an older numbering; 0: numbers say it all. */
  notBeforeMs: number;
}

/** What processes that read mailboxes know in common. */
export interface MailboxLedger {
  /** True: it is the holder's for so long at least, and may be held on by asking again before. False: somebody else reads it. */
  hold(box: MailboxRef, holder: string, forMs: number): Promise<boolean>;
  /** Does nothing for whoever does not hold it. */
  release(box: MailboxRef, holder: string): Promise<void>;
  /** Null: never read. `keptAtMs` is when somebody last looked. */
  place(box: MailboxRef): Promise<(MailboxPlace & { keptAtMs: number }) | null>;
  /** This and `remember` throw where somebody else reads it by now. */
  keep(box: MailboxRef, place: MailboxPlace): Promise<void>;
  /** Which of these ids of mails were taken before. */
  known(box: MailboxRef, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Taken, and where the reading is now: one step. */
  remember(box: MailboxRef, id: string): Promise<void>;
}
