/** A message the demo keeps instead of sending it. */
export interface KeptMessage {
  id: number;
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** UTC, `YYYY-MM-DD HH:mm:ss`. */
  at: string;
}

/** Where messages wait to be read when no provider is configured. */
export interface Outbox {
  /** The newest first. */
  list(limit: number): Promise<KeptMessage[]>;
}
