import type { LineAccount, LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';

/** What becomes of such a line. */
export interface OwnLineNews {
  registered(): void;
  /** The exchange does not take the account; 0: it could not even be asked. */
  refused(status: number): void;
  /** The connection is gone, or could not be made. */
  lost(): void;
  /** Everything of calls, and faults. */
  event(event: LineEvent): void;
}

/** A line with an account of its own: it connects and registers by itself, and tells nothing once it was closed. */
export interface OwnLine {
  /** One that was open is closed. */
  open(account: LineAccount): void;
  /** Null while it is closed. */
  line(): PhoneLine | null;
  /** Hangs up and disconnects; `then` once that is done, and not where nothing was open. */
  close(then?: () => void): void;
}
