/** One connection as the edge sees it; a websocket, or memory in tests. */
export interface Wire {
  /** What limits and bans count. */
  readonly address: string;
  /** The very address it comes from, where it is known. */
  readonly from?: string;
  /** Brought by another process of ours, to which it came first. */
  readonly isLed?: boolean;
  send(text: string): void;
  /** Asks the peer for a sign of life. */
  ping(): void;
  close(code: number): void;
}

/** What a connection tells the edge. */
export interface WireEnd {
  receive(text: string): void;
  /** A sign of life without a message. */
  heard(): void;
  closed(): void;
}
